// SPDX-License-Identifier: Apache-2.0
// A space as an environment of other programs: docs/search.md.
#pragma once

#include <istream>
#include <string>

#include "jacquard/base/rng.hpp"
#include "sim/search/session.hpp"

namespace jacquard::searching {

class EnvironmentServer {
 public:
  // `session` must outlive it. `threads`: that evaluate the points of one request.
  EnvironmentServer(const Session& session, int threads);

  // The reply to one line. A mistake in it is the reply {"error": ...}.
  std::string reply_to(const std::string& line);
  bool closed() const { return closed_; }

 private:
  config::Document reply(const config::Json& request);
  config::Document reset(const config::Json& request);
  config::Document step(const config::Json& request);

  const Session& session_;
  int threads_;
  base::Rng rng_;
  std::int64_t steps_ = 0;  // since the last reset
  bool closed_ = false;
};

// Answers each line of `in` on stdout, until the last or {"close": {}}.
void serve_environment(const Session& session, int threads, std::istream& in);

}  // namespace jacquard::searching
