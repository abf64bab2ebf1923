// SPDX-License-Identifier: Apache-2.0
// What a user asks of the planner: a model, a cluster, a task, and which rules cost it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "jacquard/config/field_table.hpp"
#include "jacquard/plan/model.hpp"
#include "jacquard/plan/task.hpp"
#include "jacquard/systems/cluster.hpp"
#include "jacquard/systems/reached.hpp"

namespace jacquard::planner {

enum class Mode : std::uint8_t { paper, physical };

struct PlanConfig {
  plan::Model model;
  systems::Cluster system;
  plan::TaskKind task = plan::TaskKind::pretrain;
  Mode mode = Mode::physical;
  std::string strategy;  // "": all of them
  std::int64_t batch = 0;
  std::string freeze;
  std::optional<int> freeze_from;
  std::string physics;  // "": those of the mode
  systems::Law law = systems::Law::system;
  bool ignore_memory = false;
  double margin = 0;
  base::Bytes memory_limit{0};
  double price = 0;    // dollars of a device and hour; 0: the system's
  double tokens = 0;   // of a training; 0: the model's
  double samples = 0;  // the same, for models without tokens
  std::string pareto;
  std::string nodes;  // "": the system's
  std::string deadline;
  bool fewest = false;
  int most_nodes = 4096;
  bool sensitivity = false;
};

const config::FieldTable<PlanConfig>& plan_fields();

const char* name_of(plan::TaskKind task);
const char* name_of(Mode mode);

}  // namespace jacquard::planner
