// SPDX-License-Identifier: Apache-2.0
#include "sim/studies/completion.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::studies {

double completion(const schedule::Schedule& schedule, double guard,
                  const std::vector<double>& ready) {
  JQ_CHECK(ready.size() == schedule.permutations(), "every permutation has a time it is ready");
  double end = 0;
  for (std::size_t k = 0; k < ready.size(); ++k) {
    end = std::max(end + guard, ready[k]) + static_cast<double>(schedule.hold(k));
  }
  return end;
}

double completion(const schedule::Schedule& schedule, double guard, double decided) {
  return decided + guard * static_cast<double>(schedule.permutations()) +
         static_cast<double>(schedule.slots());
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
