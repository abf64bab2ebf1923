// SPDX-License-Identifier: Apache-2.0
// Which values each knob takes in a search.
#pragma once

#include <string>
#include <vector>

#include "jacquard/workload/parallelism.hpp"
#include "systemc/plan/knobs/problem.hpp"

namespace jacquard::knobs {

// Values in ascending order. Those of stages, replicas and micro-batches depend on others:
// space.hpp has the rules.
struct Ranges {
  std::vector<int> tp;              // divisors of the heads within a node
  std::vector<int> cp;              // powers of two that leave 2,048 tokens and more to an NPU
  std::vector<int> ep;              // divisors of the experts
  std::vector<int> pp;              // stages that share out the layers
  std::vector<int> dp;              // empty: what the others leave
  std::vector<int> virtual_stages;  // empty: all that share out the layers
  std::vector<int> zero;            // where there is one stage
  std::vector<int> staged_zero;     // in pipelines: Megatron-LM shares out the optimizer alone
  std::vector<int> micro_batch;     // empty: powers of two that divide a replica's batch
  std::vector<workload::Recompute> recompute;
  std::vector<std::vector<workload::Axis>> fold;  // none; of experts over tp too
  // Whether tp communicates beside its products, as on devices newer than Ampere (Megatron-LM's
  // --tp-comm-overlap).
  bool async_tp = false;
};

// Of a model on a cluster of `npus`.
Ranges ranges_of(const Problem& problem, int npus);

// "tp=4:8,zero=1,recompute=none:full,fold=tp": values of knobs in place of the ranges' own. Throws
// ConfigError naming `source`, the knob, and what it takes.
void restrict_to(const std::string& text, const std::string& source, Ranges& ranges);

}  // namespace jacquard::knobs
