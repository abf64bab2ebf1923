// SPDX-License-Identifier: Apache-2.0
// Nouns of the layers' space as those of steps.
#pragma once

#include "jacquard/plan/cluster.hpp"
#include "jacquard/plan/model.hpp"
#include "jacquard/workload/model.hpp"

namespace jacquard::knobs {

// An LLM of MAD-Max's kind: blocks with two matrices in the FFN, no biases, untied embeddings, and
// attention that never stores its scores. Throws ConfigError at `place` for a model that has other
// parts, or no blocks and vocabulary.
workload::Model transformer_of(const plan::Model& model, const config::Place& place);

}  // namespace jacquard::knobs
