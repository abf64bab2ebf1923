// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "jacquard/rtl/dumping.hpp"

namespace jacquard::rtl {

// jq_slot_arbiter of that shape, Verilated, behind the arbiter contract; see make_rtl_core().
std::unique_ptr<ArbiterModel> make_rtl_wwfa(const schedule::ArbiterShape& shape, std::uint32_t seed,
                                            const std::string& trace = "");

}  // namespace jacquard::rtl
