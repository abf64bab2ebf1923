// SPDX-License-Identifier: Apache-2.0
// A strategy's step as a program of operations, with what each takes: for the list schedule, and
// through workload::job_of for any other engine.
#pragma once

#include <map>
#include <vector>

#include "jacquard/engine/step/repeat.hpp"
#include "jacquard/plan/physical/collective_prices.hpp"
#include "jacquard/plan/physical/compute_prices.hpp"
#include "jacquard/plan/physical/memory.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::plan::physical {

struct Timed {
  // One class; grid: axis tp within the node, dp across nodes.
  workload::StepProgram program;
  engine::step::Outline outline;
  // Of its operations in order: works and communications.
  std::vector<int> computed;
  std::vector<int> communicated;
  std::vector<base::Picoseconds> works;       // of StepProgram::works
  std::vector<engine::step::CommTime> comms;  // of StepProgram::comms
};

struct PricedSystem {
  explicit PricedSystem(const Request& asked)
      : request(asked),
        layers(layers_in(asked.model, asked.task, asked.physics.has(Departure::logits))),
        compute(asked),
        comms(asked.cluster, asked.physics, asked.law) {}
  const Request& request;
  std::vector<Layer> layers;
  ComputePrices compute;
  CollectivePrices comms;
};

// Programs of strategies. What has the same works and communications has the same operations, which
// are kept.
class Programs {
 public:
  explicit Programs(PricedSystem& machine) : machine_(machine) {}

  // `simulated` of the step's micro-batches, each of the size that `keeping` says. Until the next.
  Timed& of(const Strategy& strategy, const Keeping& keeping, int simulated);

 private:
  PricedSystem& machine_;
  Timed priced_;  // of which only prices are set
  std::vector<int> key_;
  std::map<std::vector<int>, Timed> known_;
};

}  // namespace jacquard::plan::physical
