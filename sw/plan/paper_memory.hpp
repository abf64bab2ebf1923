// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/plan/evaluate.hpp"

namespace jacquard::plan {

// MAD-Max's: three times the weights in training, whatever is frozen, once in inference; nothing
// for activations.
MemoryUse paper_memory(const Request& request, const Strategy& strategy);

}  // namespace jacquard::plan
