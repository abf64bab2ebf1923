// SPDX-License-Identifier: Apache-2.0
// MAD-Max's rules once more, slow and plain: a list of operations, each with the operations that it
// waits for, then one walk over the list. It shares no code with sw/plan but the nouns.
#pragma once

#include "jacquard/plan/evaluate.hpp"

namespace jacquard::plan::oracle {

struct Outcome {
  bool refused = false;
  Times times;
  double memory = 0;
};
Outcome outcome(const Model& model, const Cluster& cluster, const Task& task,
                const Strategy& strategy);

}  // namespace jacquard::plan::oracle
