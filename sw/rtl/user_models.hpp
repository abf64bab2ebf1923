// SPDX-License-Identifier: Apache-2.0
// A user's RTL, elaborated, behind the contracts that verification drives. All throw
// ConfigError as build_model() does, and ModelStopped from any clock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "jacquard/rtl/arbiter_device.hpp"
#include "jacquard/rtl/coverage.hpp"
#include "jacquard/rtl/dumping.hpp"
#include "jacquard/rtl/interface.hpp"
#include "jacquard/rtl/pin_log.hpp"

namespace jacquard::rtl {

// Called after every clock: a watchdog's proof that the model still answers.
using Beat = std::function<void()>;

struct UserRun {
  std::string model;    // what build_model() built from the elaborated spec
  Interface interface;  // of the module: where the bits of its ports are
  std::uint32_t seed = 1;
  std::string trace = {};  // path of a waveform, or ""
  Beat beat = [] {};
  PinLog* log = nullptr;         // may be null; outlives the device, as does
  Coverage* coverage = nullptr;  // what a model that was built for it did; may be null
};

// How the pairs of input i and output j are numbered on req_i and gnt_o.
enum class PairOrder {
  rows,      // i*N + j
  diagonals  // d*N + i with d = (j - i) mod N, as our own arbiters have it
};

// The place on req_i or gnt_o of pair (i, j), at i*N + j. `port` has N*N bits.
std::vector<int> pair_places(const Port& port, int ports, PairOrder order);

// Of a model with the shim "user_arbiter".
std::unique_ptr<ArbiterDevice> make_user_arbiter(UserRun run, int ports, PairOrder order);

// With the shim "user_scheduler". Outputs are those that have settled on the inputs of the clock,
// so they may depend on them. The shape's kind and S mean nothing.
std::unique_ptr<CoreModel> make_user_scheduler(UserRun run, const schedule::CoreShape& shape);

}  // namespace jacquard::rtl
