// SPDX-License-Identifier: Apache-2.0
#include "sim/train/memory_parts.hpp"

namespace jacquard::train {

const std::vector<MemoryPart>& memory_parts() {
  using workload::Memory;
  static const std::vector<MemoryPart> all = {
      {"memory_weights_bytes", &Memory::weights, "Weights, as sharded."},
      {"memory_gradients_bytes", &Memory::gradients, "Gradients, as sharded."},
      {"memory_optimizer_bytes", &Memory::optimizer, "Master weights and moments."},
      {"memory_activations_bytes", &Memory::activations,
       "Activations of the micro-batches that are in flight at most."},
      {"memory_kv_bytes", &Memory::kv, "The cache of keys and values; 0 in training."},
      {"memory_buffers_bytes", &Memory::buffers, "Gathered weights, logits, messages."}};
  return all;
}

}  // namespace jacquard::train
