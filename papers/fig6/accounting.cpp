// SPDX-License-Identifier: Apache-2.0
#include "papers/fig6/accounting.hpp"

#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/completion.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "systemc/circuit/framing.hpp"
#include "systemc/control/timed_decision.hpp"

namespace jacquard::studies::fig6 {
namespace {

systemc::TimedSchedule decided(const demand::QuantaMatrix& demand, const Accounting& how) {
  if (how.schedule != CircuitSchedule::ladder) {
    JQ_CHECK(how.decision != CircuitDecision::clocked, "only a core shows permutations by clocks");
    return systemc::all_at_once(demand, schedule::find_scheduler("exact").run(demand, {}),
                                how.latency);
  }
  const schedule::CoreShape shape{schedule::CoreKind::ladder, demand.ports(), kLadderBits,
                                  kLadderDiagonals};
  schedule::CoreInputs options;
  options.top_offset = schedule::SchedulerOptions{}.top_offset;
  const auto core = schedule::make_golden_core(shape);
  const schedule::CoreRun run = run_core(*core, demand, options);
  return how.decision == CircuitDecision::clocked
             ? systemc::at_clocks(run, kLadderClock)
             : systemc::all_at_once(demand, run.schedule, how.latency);
}

}  // namespace

demand::DemandMatrix on_the_wire(const demand::DemandMatrix& bytes, const Accounting& how) {
  const systemc::Framing framing{kLinkRate, kPayload, how.headers ? kHeader : base::Bytes{0},
                                 how.acks ? kAck : base::Bytes{0}};
  demand::DemandMatrix wire(bytes.ports());
  for (int row = 0; row < bytes.ports(); ++row) {
    for (int column = 0; column < bytes.ports(); ++column) {
      wire.set(row, column,
               framing.wire(bytes.at(row, column).count()) +
                   framing.acks(bytes.at(column, row).count()));
    }
  }
  return wire;
}

base::Picoseconds circuit_completion(const demand::DemandMatrix& bytes, const Accounting& how) {
  demand::DemandMatrix demand = on_the_wire(bytes, how);
  if (!how.diagonal) demand.drop_diagonal();
  demand::Quantisation quantisation;
  quantisation.rate = kLinkRate;
  if (how.schedule != CircuitSchedule::exact) quantisation.bits = kLadderBits;
  const demand::QuantaMatrix counts = quantise(demand, quantisation);
  const systemc::TimedSchedule answer = decided(counts, how);

  std::vector<base::Picoseconds> holds;
  for (std::size_t k = 0; k < answer.schedule.permutations(); ++k) {
    holds.push_back(counts.clock().holding(answer.schedule.hold(k)));
  }
  schedule::CompletionRule rule;
  rule.guard = how.guard;
  rule.propagation = kPropagation;
  rule.overlap = how.decision == CircuitDecision::clocked;
  return schedule::completion(holds, answer.ready, rule).time;
}

}  // namespace jacquard::studies::fig6
