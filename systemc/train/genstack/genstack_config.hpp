// SPDX-License-Identifier: Apache-2.0
// What a user says of a stack: the job or its log, and the circuit switches.
#pragma once

#include <string>

#include "jacquard/config/field_table.hpp"
#include "jacquard/stack/fabric.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::genstack {

struct GenstackConfig {
  train::TrainConfig job;
  std::string log;  // folder of a training log, or PREFIX of Chakra traces; "": the job
  std::string device = "h100_sxm";  // whose laws time the computations of a log
  stack::Fabric fabric;
  std::string algorithm = "ring";
  bool node_links = false;  // collectives within a node take its own links
};

const config::FieldTable<GenstackConfig>& genstack_fields();

}  // namespace jacquard::genstack
