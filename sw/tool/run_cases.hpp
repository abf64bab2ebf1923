// SPDX-License-Identifier: Apache-2.0
// The one runner: many independent cases, evaluated side by side, with a result each. In processes
// where a case simulates in SystemC, whose current context belongs to the process, or may be
// recorded; in threads where it reads what all share.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/tool/journal.hpp"

namespace jacquard::tool {

struct Cases {
  std::string what;  // what a case is, for errors: "run"
  std::int64_t count = 0;
  std::function<config::Document(std::int64_t index)> evaluate;
  int workers = 0;  // 0: as many as the machine has
  // Hears of each result in the order of the cases, and whether the journal had it.
  std::function<void(std::int64_t index, bool found, const config::Document& result)> on_result =
      [](std::int64_t, bool, const config::Document&) {};
};

// Evaluates cases 0 .. count - 1 in worker processes (one worker or one case: in this one), and
// gives their results in that order. A case must change nothing that another one reads. Results and
// errors do not depend on the number of workers; throws as run_jobs() does.
std::vector<config::Document> run_cases(const Cases& cases);

// The same from the journal where it has them; the rest is added to it. There, cases
// are those of `stage`, numbered from `first`. Throws NotRecorded if the journal is only looked at
// and does not have all.
std::vector<config::Document> run_cases(const Cases& cases, Journal& journal,
                                        const std::string& stage, std::int64_t first = 0);

// Calls evaluate(0) .. evaluate(count - 1) in threads of this process (0 workers: as many as the
// machine has), in no order. Throws what one of them threw, and begins no further one then.
void run_in_threads(std::int64_t count, int workers,
                    const std::function<void(std::int64_t index)>& evaluate);

}  // namespace jacquard::tool
