// SPDX-License-Identifier: Apache-2.0
// Someone's own RTL, elaborated, behind the contracts that verification drives. All throw
// ConfigError as build_model() does, and ModelStopped from any clock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "sim/rtl/dumping.hpp"
#include "sim/rtl/model_cache.hpp"
#include "sim/verify/arbiter_device.hpp"

namespace jacquard::rtl {

// Called after every clock: a watchdog's proof that the model still answers.
using Beat = std::function<void()>;

// `model` is what build_model() built from the elaborated spec with the shim "own_arbiter".
std::unique_ptr<verify::ArbiterDevice> make_own_arbiter(const std::string& model, int ports,
                                                        std::uint32_t seed,
                                                        const std::string& trace, Beat beat);

// With the shim "own_scheduler". Outputs are those that have settled on the inputs of the clock, so
// they may depend on them. The shape's kind and S mean nothing.
std::unique_ptr<CoreModel> make_own_scheduler(const std::string& model,
                                              const schedule::CoreShape& shape, std::uint32_t seed,
                                              const std::string& trace, Beat beat);

}  // namespace jacquard::rtl
