// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/few_events.hpp"

#include "jacquard/engine/job/estimate.hpp"
#include "jacquard/engine/job/run.hpp"

namespace jacquard::train {

bool has_few_events(const Step& step) {
  constexpr double kMessages = 1e7;
  const engine::job::JobWork work = job_work(step);
  if (engine::job::estimate(work, step.fabric, true).messages <= kMessages) return true;
  return engine::job::rounds_by_symmetry(scenario_of(step, work)).has_value();
}

}  // namespace jacquard::train
