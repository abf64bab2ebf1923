// SPDX-License-Identifier: Apache-2.0
// What the layers of one step have alike, and the operations of each.
#pragma once

#include <vector>

#include "jacquard/serve/cost/serving_op.hpp"

namespace jacquard::serve {

// Groups meet at the experts and step together, so the fullest of them counts.
struct StepSizes {
  double padded = 0;  // tokens of the fullest group, in the CUDA graph that holds them
  double all = 0;     // tokens of all groups
  double samples = 0;
  double sequences = 0;  // that sample
};
// Each decode has a token, and the drafts that it verifies, which are all sampled.
StepSizes sizes_of(const Deployment& deployment, base::Span<const StepLoad> groups);

// The device as a server has it for minutes on end: its products in bf16 lose what power does not
// sustain, as those of a training step. Loops in fp8 ran as fast as products alone
// (docs/serve.md).
Deployment as_served(const Deployment& deployment);

std::vector<ServingOp> layer_ops(const Deployment& deployment, const StepLoad& load,
                                 const StepSizes& sizes, int layer);

}  // namespace jacquard::serve
