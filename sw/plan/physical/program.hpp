// SPDX-License-Identifier: Apache-2.0
// A strategy's step as a program of operations, with what each takes: for the list schedule, and
// through workload::job_of for any other engine.
#pragma once

#include <vector>

#include "jacquard/plan/physical/collective_prices.hpp"
#include "jacquard/plan/physical/compute_prices.hpp"
#include "jacquard/plan/physical/memory.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::plan::physical {

struct Timed {
  // One class; grid: axis tp within the node, dp across nodes.
  workload::StepProgram program;
  std::vector<base::Picoseconds> works;       // of StepProgram::works
  std::vector<engine::step::CommTime> comms;  // of StepProgram::comms
};

struct PricedSystem {
  explicit PricedSystem(const Request& asked)
      : request(asked), compute(asked), comms(asked.cluster, asked.physics, asked.law) {}
  const Request& request;
  ComputePrices compute;
  CollectivePrices comms;
};

// `simulated` of the step's micro-batches, each of the size that `keeping` says.
void build(PricedSystem& machine, const Strategy& strategy, const Keeping& keeping, int simulated,
           Timed& out);

}  // namespace jacquard::plan::physical
