// SPDX-License-Identifier: Apache-2.0
// How faults name what they are about.
#pragma once

#include <string>

#include "jacquard/stack/stack.hpp"

namespace jacquard::stack::check {

// "call 12 (tp all-gather of stage 3, micro-batch 2, layer 5)".
std::string call_in_words(const Plan& plan, std::int32_t call);
// "call 12 (...), round 0, repetition 3".
std::string round_in_words(const Plan& plan, std::int32_t call, std::int32_t round,
                           std::int32_t repetition);

}  // namespace jacquard::stack::check
