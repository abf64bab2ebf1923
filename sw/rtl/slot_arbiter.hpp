// SPDX-License-Identifier: Apache-2.0
// jq_slot_arbiter in the place of an arbiter in C++.
#pragma once

#include <memory>

#include "jacquard/schedule/arbiter/arbiter.hpp"

namespace jacquard::rtl {

// Verilated, and asked once for each slot: the same matchings as "wwfa". Throws ConfigError unless
// 1 <= ports <= 64, and where the RTL does not build.
std::unique_ptr<schedule::Arbiter> make_rtl_slot_arbiter(int ports);

}  // namespace jacquard::rtl
