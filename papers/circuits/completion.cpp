// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/completion.hpp"

#include <cmath>

#include "jacquard/schedule/completion.hpp"

namespace jacquard::studies {

namespace {

// The one rule of completion works in whole picoseconds: here a quantum lasts a microsecond.
constexpr double kQuantum = 1e6;

base::Picoseconds as_time(double quanta) {
  return base::Picoseconds{std::llround(quanta * kQuantum)};
}

double by_rule(const schedule::Schedule& schedule, double guard,
               const std::vector<base::Picoseconds>& ready, bool overlap) {
  std::vector<base::Picoseconds> holds;
  for (std::size_t k = 0; k < schedule.permutations(); ++k) {
    holds.push_back(as_time(static_cast<double>(schedule.hold(k))));
  }
  schedule::CompletionRule rule;
  rule.guard = as_time(guard);
  rule.overlap = overlap;
  return static_cast<double>(schedule::completion(holds, ready, rule).time.count()) / kQuantum;
}

}  // namespace

double completion(const schedule::Schedule& schedule, double guard,
                  const std::vector<double>& ready) {
  std::vector<base::Picoseconds> times;
  for (const double quanta : ready) times.push_back(as_time(quanta));
  return by_rule(schedule, guard, times, true);
}

double completion(const schedule::Schedule& schedule, double guard, double decided) {
  return by_rule(schedule, guard,
                 std::vector<base::Picoseconds>(schedule.permutations(), as_time(decided)), false);
}

HardwareDecision decide_in_hardware(const schedule::CoreShape& shape,
                                    const schedule::CoreInputs& options,
                                    const demand::QuantaMatrix& demand, double clock) {
  const auto core = schedule::make_golden_core(shape);
  schedule::CoreRun run = run_core(*core, demand, options);
  HardwareDecision decision{std::move(run.schedule), {}, run.load_cycles + run.cycles};
  decision.ready.reserve(run.shown_cycles.size());
  for (const std::int64_t cycle : run.shown_cycles) {
    decision.ready.push_back(static_cast<double>(run.load_cycles + cycle) * clock);
  }
  return decision;
}

}  // namespace jacquard::studies
