// SPDX-License-Identifier: Apache-2.0
// Whether a stack is of a job.
#pragma once

#include <optional>
#include <string>

#include "jacquard/stack/plan.hpp"

namespace jacquard::stack {

// What two plans differ in first, in words: ranks, actors, calls, and of calls the kind, bytes and
// who takes part. How long computations take plays no part.
struct Difference {
  std::string here;
  std::string there;
};
std::optional<Difference> difference(const Plan& here, const Plan& there);

}  // namespace jacquard::stack
