// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/genstack/genstack_config.hpp"

#include "jacquard/config/composed.hpp"

namespace jacquard::genstack {

const config::FieldTable<GenstackConfig>& genstack_fields() {
  using config::field;
  using G = GenstackConfig;
  static const config::FieldTable<G> table(
      "genstack", "A step that is scheduled ahead of time on circuit switches.",
      {config::composed<G>(
           "job", [](auto& g) -> auto& { return g.job; }, train::train_fields(), "jobs"),
       field<G>(
           "log", [](auto& g) -> auto& { return g.log; },
           config::text("the folder of a training log, or the PREFIX of Chakra traces"),
           "In place of a job."),
       field<G>(
           "device", [](auto& g) -> auto& { return g.device; },
           config::text("a name of configs/devices, or a file"),
           "Its laws time the computations of a log."),
       config::composed<G>(
           "fabric", [](auto& g) -> auto& { return g.fabric; }, stack::fabric_fields(), "fabrics"),
       field<G>(
           "algorithm", [](auto& g) -> auto& { return g.algorithm; },
           config::choice<std::string>({{"ring", "ring"},
                                        {"two-way-ring", "two-way-ring"},
                                        {"direct", "direct"},
                                        {"halving-doubling", "halving-doubling"},
                                        {"double-binary-tree", "double-binary-tree"}}),
           "Of collectives; where it cannot run a kind, a ring does."),
       field<G>(
           "node_links", [](auto& g) -> auto& { return g.node_links; }, config::boolean(),
           "Collectives within a node of the job's system take its own links and no switch.")});
  return table;
}

}  // namespace jacquard::genstack
