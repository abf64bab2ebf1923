// SPDX-License-Identifier: Apache-2.0
// A step whose collectives go through the switches of a stack that was made ahead of it.
#pragma once

#include <string>

#include "jacquard/stack/stack.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::train {

struct StackOfStep {
  stack::Stack stack;
  std::string algorithm;  // of its collectives
  bool in_order = true;   // false: its switches, but circuits as messages come
};

// Whether a configuration names a stack, or wants one made.
bool wants_stack(const TrainConfig& config);

// The step at the stack's switches, one port of each channel for each NPU. A stack that is made has
// one switch, of the rate, the latency and the guard of the network's last dimension. Throws
// ConfigError naming both sides for a stack of another job, for a detail beside a stack, an engine
// other than cycle, another guard; and as stack::read_stack() and prepare_on_network() do.
Step step_on_stack(const TrainConfig& config, const JobPlaces& places);

// The job that runs on it, with the rounds of the stack.
engine::job::JobWork stack_work(const Step& step);

}  // namespace jacquard::train
