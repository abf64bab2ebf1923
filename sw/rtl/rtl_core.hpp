// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "jacquard/rtl/dumping.hpp"

namespace jacquard::rtl {

// jq_scheduler of that shape, Verilated (built if not in the cache), behind the core contract.
// `seed` gives the bits that state without a reset starts from. `trace`: path of an FST waveform to
// write ("" for none; a traced model is another build and slower).
// Throws ConfigError as build_model() does.
std::unique_ptr<CoreModel> make_rtl_core(const schedule::CoreShape& shape, std::uint32_t seed,
                                         const std::string& trace = "");

}  // namespace jacquard::rtl
