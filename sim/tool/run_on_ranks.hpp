// SPDX-License-Identifier: Apache-2.0
// The runner's cases over ranks: as worker_pool.hpp over processes, but a case goes to another
// machine as text.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sim/tool/ranks.hpp"

namespace jacquard::tool {

// Cases first .. end - 1.
struct Share {
  std::int64_t first = 0;
  std::int64_t end = 0;
};

struct RankCases {
  std::int64_t count = 0;
  // Cases of a share, where an equal part is not less: those that one rank evaluates side by side,
  // and as many as are worth a message.
  std::int64_t at_least = 1;
  // What another rank is asked, and what to do with what it answered.
  std::function<std::string(Share)> request;
  std::function<void(Share, const std::string& answer)> take;
  // Evaluates cases here, and takes them.
  std::function<void(Share)> own;
};

// Hands out shares, smaller towards the end, to all ranks and this one, which must be rank 0.
// Throws what one of them threw, once all that was handed out is finished and taken.
void run_on_ranks(const Ranks& ranks, const RankCases& cases);

// Asks all other ranks the same, and waits for their answers. Throws what one of them threw.
void tell_ranks(const Ranks& ranks, const std::string& request);

// What another rank than 0 does until it is let go: answers each request. What `answer` throws is
// thrown on rank 0.
void serve_rank(const Ranks& ranks, const std::function<std::string(const std::string&)>& answer);

}  // namespace jacquard::tool
