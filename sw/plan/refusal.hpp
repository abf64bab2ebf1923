// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/plan/evaluate.hpp"

namespace jacquard::plan {

// Why the request's rules have no answer for a strategy, in words; "" where they have one. Memory
// refuses nothing: Answer::fits says it.
std::string why_refused(const Request& request, const Strategy& strategy);

}  // namespace jacquard::plan
