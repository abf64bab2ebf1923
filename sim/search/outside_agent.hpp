// SPDX-License-Identifier: Apache-2.0
// An agent that is another program: docs/search.md.
#pragma once

#include <memory>
#include <string>

#include "jacquard/search/agent.hpp"
#include "jacquard/tool/line_program.hpp"
#include "sim/search/session.hpp"

namespace jacquard::searching {

// "exec:COMMAND", or a command of several words.
bool is_outside_agent(const std::string& name);

class OutsideAgent : public search::Agent {
 public:
  // Starts the program that the session's question names and tells it of the space. `session` must
  // outlive it.
  OutsideAgent(const Session& session, const OutsideOptions& options);

  std::vector<search::Point> ask(std::int64_t most) override;
  // Remembers what was measured; the program hears of it with the scores.
  void hear(const search::Found& found, std::size_t first);
  void tell(base::Span<const search::Point> points,
            base::Span<const search::Score> scores) override;

 private:
  std::vector<search::Point> read_answer(const config::Json& answer);

  const Session& session_;
  bool repair_;
  tool::LineProgram program_;
  base::Rng rng_;
  std::vector<search::Evaluation> heard_;
};

}  // namespace jacquard::searching
