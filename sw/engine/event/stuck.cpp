// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/stuck.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"

namespace jacquard::engine {
namespace {

std::string name(const Unit& unit) {
  return fmt::format("phase {} of chunk {} of collective {}", unit.phase, unit.chunk,
                     unit.collective);
}

// What a rank that is in the midst of a phase waits for.
std::string waited_for(const Plan& plan, const Unit& unit, std::uint32_t rank) {
  for (const std::uint32_t r : unit.rounds) {
    const rounds::Round& round = plan.graph.rounds[r];
    const rounds::Shape& shape = plan.graph.collective_of(round).shape;
    const int here = plan.rank_in_graph(unit.collective, rank);
    if (round.cast) {
      if (round.cast->receives(shape, here)) return fmt::format("for the sum of round {}", r);
      continue;
    }
    const int from = round.permutation.sender(shape, here);
    if (from == rounds::kNobody) continue;
    const GateState& gate = plan.gate_states[plan.receipts[r].gate_base + rank];
    if (gate.waits == 0 && gate.received < plan.receipts[r].repeat) {
      return fmt::format(
          "for the message of round {} from NPU {}", r,
          plan.graph.collectives[static_cast<std::size_t>(unit.collective)].npu(from));
    }
  }
  return "for a message of it";
}

}  // namespace

void throw_stuck(const Plan& plan) {
  for (const Unit& unit : plan.units) {
    for (std::uint32_t rank = 0; rank < unit.ranks; ++rank) {
      const UnitState& state = plan.unit_states[unit.base + rank];
      const int npu = plan.in_network(plan.npu_of(unit.collective, static_cast<int>(rank)));
      if (state.waits == UnitState::kBegun && state.left > 0) {
        throw base::ConfigError(
            {plan.origin.source, fmt::format("/rounds/{}", unit.rounds.front()),
             "rounds that all can run",
             fmt::format("NPU {} in {} waits {}", npu, name(unit), waited_for(plan, unit, rank)),
             ""});
      }
      if (state.waits == UnitState::kEligible || state.waits > 0) {
        throw base::ConfigError(
            {plan.origin.source, fmt::format("/rounds/{}", unit.rounds.front()),
             "rounds that all can run",
             fmt::format("NPU {} cannot begin {}, which waits {}", npu, name(unit),
                         state.waits > 0 ? "for earlier rounds" : "behind another"),
             ""});
      }
    }
  }
  JQ_CHECK(false, "phases are left over but none is open");
  throw;  // not reached
}

}  // namespace jacquard::engine
