// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace jacquard::workload {

// Layers of each of `parts` virtual stages that do not divide `layers`, as Megatron-LM's pipeline
// layouts have them: those left over go behind the first stage, which has the embedding, and
// before the last, which has the logits. Requires 1 <= parts <= layers.
std::vector<int> uneven_stages(int layers, int parts);

}  // namespace jacquard::workload
