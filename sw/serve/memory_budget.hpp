// SPDX-License-Identifier: Apache-2.0
// What of an NPU's memory weights take, and how many tokens' keys and values the rest holds.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"
#include "jacquard/serve/deployment.hpp"

namespace jacquard::serve {

// Of the NPU whose stage holds most.
struct MemoryBudget {
  base::Bytes capacity{0};     // that the engine may use
  double weights = 0;          // bytes
  double buffers = 0;          // bytes of activations, graphs and libraries
  double kv_of_token = 0;      // bytes of one token's keys and values, in all layers of the stage
  double kv_of_sequence = 0;   // bytes that one sequence keeps beside, however long it is
  std::int64_t kv_tokens = 0;  // that fit in what is left; 0: none

  // Of `block` tokens, that a sequence takes beside those of its tokens.
  int sequence_blocks(int block) const;

  bool fits() const { return kv_tokens > 0; }
};

// Bytes of weights on an NPU that attends. Matrices outside experts are split by tp, experts by
// expert_tp and expert_ep; norms, the router, what latent attention compresses and keys and values
// beyond their heads are on every NPU. Embedding and logits keep bf16, as published fp8 and fp4
// checkpoints do.
double weight_bytes(const Deployment& deployment);
// Of one layer of the kind, likewise.
double layer_weight_bytes(const Deployment& deployment, workload::LayerKind kind);

// Of experts that lie on NPUs of their own, bytes on each; 0 where none do.
double expert_npu_bytes(const Deployment& deployment);
// Of all NPUs of a replica, where one that attends has `of_npu`.
double replica_weight_bytes(const Deployment& deployment, double of_npu);

// Bytes that one token keeps on one NPU of the largest stage. KV heads are replicated where tp
// exceeds them, and the compressed keys of latent attention always.
// Layers with a window of up to 1,024 keys keep nothing of a token for ever, as what lies behind it
// is given back (vLLM's hybrid allocator); those with longer ones and with chunks may keep it.
double kv_bytes_of_token(const Deployment& deployment);

// Bytes that a sequence keeps beside, however long it is: states of linear layers, and windows.
double kv_bytes_of_sequence(const Deployment& deployment);

// `share`: of the device's memory that the engine may use (vLLM's gpu_memory_utilization), or of
// what weights and buffers leave of it (TensorRT-LLM's free_gpu_memory_fraction). `most_tokens`: of
// one step, whose activations are held.
MemoryBudget memory_budget(const Deployment& deployment, double share, std::int64_t most_tokens);

}  // namespace jacquard::serve
