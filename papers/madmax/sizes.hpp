// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/plan/model.hpp"

namespace jacquard::studies::madmax {

// What Table 2 prints of a model.
struct Sizes {
  double parameters = 0;
  double flops = 0;         // of a sample
  double lookup_bytes = 0;  // of a sample, 4 bytes a value; of a token for an LLM
};

// By the paper's rules: without s^2, logits and biases.
Sizes sizes_of(const plan::Model& model);

}  // namespace jacquard::studies::madmax
