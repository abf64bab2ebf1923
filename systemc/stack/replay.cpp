// SPDX-License-Identifier: Apache-2.0
#include "systemc/stack/replay.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/stack/replay_board.hpp"

namespace jacquard::systemc {
namespace {

using base::ConfigError;

void require_small(const stack::Stack& stack) {
  const char* hint = "jacquard genstack check runs stacks of any size, without SystemC";
  if (stack.sizes.pods > 0) {
    throw ConfigError({"stack", "#/fabric/tiers", "one or two tiers", "3", hint});
  }
  const std::int64_t ports = std::int64_t{stack.sizes.ports} * stack.fabric.channels;
  if (ports > kMostReplayPorts) {
    throw ConfigError(
        {"stack", "",
         fmt::format("at most {} ports of NPUs, for a replay in SystemC", kMostReplayPorts),
         std::to_string(ports), hint});
  }
  const std::int64_t messages =
      CallBoard(StackModel(stack.plan, stack.timeline.reserved)).messages();
  if (messages > kMostReplayMessages) {
    throw ConfigError(
        {"stack", "",
         fmt::format("at most {} messages, for a replay in SystemC", kMostReplayMessages),
         std::to_string(messages), hint});
  }
}

}  // namespace

ReplayOutcome replay(const stack::Stack& stack, const ReplayOptions& options) {
  require_small(stack);
  for (const LateNpu& late : options.late) {
    if (late.rank >= 0 && late.rank < stack.plan.ranks) continue;
    throw ConfigError({"--late", "", fmt::format("an NPU of 0..{}", stack.plan.ranks - 1),
                       std::to_string(late.rank), ""});
  }
  Simulation simulation;
  const Simulation::Scope scope(simulation);
  ReplayBoard board("board", stack, options);
  sc_core::sc_start();
  return board.outcome();
}

}  // namespace jacquard::systemc
