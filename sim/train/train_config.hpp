// SPDX-License-Identifier: Apache-2.0
// What a user says of a step: the model, the cluster, the knobs, and the engine that runs it.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/collective/request.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/engine/scenario.hpp"
#include "jacquard/topology/system.hpp"
#include "jacquard/workload/expert_routing.hpp"
#include "jacquard/workload/step_request.hpp"

namespace jacquard::train {

// The defaults, but reductions at the bandwidth of the NPU's memory (0).
inline engine::Rules rules_of_npus() {
  engine::Rules rules;
  rules.local_memory_bandwidth = base::BytesPerSecond{0};
  return rules;
}

struct TrainConfig {
  std::string title;
  workload::Model model;
  int layers = 0;  // of the model that are run; 0: all
  topology::System system;
  workload::Parallelism parallel;
  int batch = 1;     // sequences, of all replicas together
  int sequence = 0;  // tokens; 0: the model's
  workload::StepKind kind = workload::StepKind::train;
  workload::NumberType type = workload::NumberType::bf16;
  workload::NumberType gradient_type = workload::NumberType::fp32;
  workload::ExpertRouting expert_routing;
  std::uint64_t seed = 1;  // of a drifting routing, and of where popular experts lie
  workload::Counting counting = workload::Counting::flops;
  bool ignore_memory = false;

  std::string engine = "event";
  engine::Mode mode = engine::Mode::faithful;
  engine::Symmetry symmetry = engine::Symmetry::automatic;
  int chunks = 1;
  collective::Spread spread = collective::Spread::blueconnect;
  engine::Rules rules = rules_of_npus();
  std::int64_t most_events = 10'000'000'000;
  base::Bytes most_memory{std::int64_t{16} << 30};
};

const config::FieldTable<TrainConfig>& train_fields();

// The request that a configuration makes of the generator; errors of knobs stand at `place`.
workload::StepRequest request_of(const TrainConfig& config, const config::Place& place);
// Where errors of `expert_routing` stand, in the same file or option as those of knobs.
config::Place routing_place(const config::Place& place);

}  // namespace jacquard::train
