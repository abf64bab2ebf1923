// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "jacquard/rtl/dumping.hpp"

namespace jacquard::rtl {

// jq_crossbar of that shape, Verilated, behind the crossbar contract; see make_rtl_core().
std::unique_ptr<CrossbarModel> make_rtl_crossbar(const schedule::CrossbarShape& shape,
                                                 std::uint32_t seed, const std::string& trace = "");

}  // namespace jacquard::rtl
