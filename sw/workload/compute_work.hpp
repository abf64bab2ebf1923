// SPDX-License-Identifier: Apache-2.0
// What one kernel is asked to compute, by shape. sw/cost says how long a device takes.
#pragma once

#include <cstdint>
#include <variant>

namespace jacquard::workload {

enum class NumberType : std::uint8_t { fp32, bf16, fp8, fp8_block, nvfp4, w4a16, int4 };
// "bfloat16", as measurements name types; and from such a name, also "fp16", "bf16".
const char* name_of(NumberType type);
double bytes_per_value(NumberType type);

// C[m,n] = A[m,k] B[k,n], `count` of them in one kernel.
struct GemmWork {
  double m = 0;
  double n = 0;
  double k = 0;
  double count = 1;
  NumberType type = NumberType::bf16;
};

// softmax(Q K^T) V of `batch` sequences. A query attends to the keys before it where `causal`.
// `backward` is the gradient: five products instead of two (FlashAttention-2 recomputes Q K^T).
struct AttentionWork {
  double batch = 1;
  double queries = 0;  // per sequence; 1 where a decoder makes its next token
  double keys = 0;     // per sequence, the queries' own included
  double heads = 0;    // of queries, on this device
  double kv_heads = 0;
  double head_size = 128;   // of Q and K
  double value_size = 128;  // of V
  double window = 0;        // keys a query sees; 0: all
  bool causal = true;
  bool backward = false;
  NumberType type = NumberType::bf16;
  NumberType kv_type = NumberType::bf16;
  bool cached = false;  // as serving engines do: keys and values lie in pages, new ones are written
};

// Multi-head latent attention with the cache of compressed keys and values (DeepSeek-V2 s2.1).
// In prefill heads are expanded. In decoding the projections are absorbed into the query, which
// reads the cache itself; `decode` says so, with any number of queries.
struct LatentAttentionWork {
  double batch = 1;
  double queries = 0;
  double keys = 0;
  double heads = 0;
  double latent = 512;  // of the cache, shared by all heads
  double rope = 64;
  double head_size = 128;
  double value_size = 128;
  bool decode = false;
  bool backward = false;
  NumberType type = NumberType::bf16;
  NumberType kv_type = NumberType::bf16;
  double most_keys = 0;  // that a query attends to, an indexer's choice; 0: all
};

// Linear attention: a head keeps a state of key_size x value_size, whatever the length. Gated delta
// rule (Yang et al., arXiv 2412.06464) or state space duality (Mamba-2, arXiv 2405.21060), of
// `batch` sequences, with the short convolution of queries, keys and values before it.
struct LinearAttentionWork {
  double batch = 1;
  double queries = 0;     // tokens per sequence
  double heads = 0;       // of values (Mamba: heads), on this device
  double key_heads = 0;   // of queries and keys (Mamba: groups), on this device
  double key_size = 128;  // (Mamba: size of the state)
  double value_size = 128;
  double conv = 4;      // taps of the short convolution before it; 0: none
  bool delta = true;    // the delta rule; false: Mamba-2
  bool decode = false;  // one token a sequence, from its state
  bool backward = false;
  double state_bytes = 4;  // of a value of the state
};

// Both (gated: all three) GEMMs of a layer of experts on one device of `tensor_parallel` x
// `expert_parallel`, for `tokens` tokens of the whole group, each to `top_k` of `experts`.
struct ExpertWork {
  double tokens = 0;
  double hidden = 0;
  double inner = 0;  // of one expert, before tensor parallelism
  int top_k = 1;
  int experts = 1;
  int tensor_parallel = 1;
  int expert_parallel = 1;
  bool gated = true;
  bool backward = false;
  double skew = 0;  // of the experts' popularity, as expert_loads() has it; 0: balanced
  NumberType type = NumberType::bf16;
  bool sorted = false;  // rows arrive in the order of experts, and leave as they are
};

// Reads and writes of local memory, with a few operations per value: norms, residuals, activations,
// look-ups, the optimizer.
struct ElementwiseWork {
  double flops = 0;
  double bytes = 0;
};

// Look-ups in `tables` embedding tables by one kernel: each of `bags` adds up `pooling` rows.
// `backward` is the gradient with the optimizer's update of the rows.
struct EmbeddingWork {
  double tables = 1;
  double rows = 1;  // of all tables
  double bags = 0;  // of all tables: samples x tables
  double pooling = 1;
  double row_bytes = 0;
  double bag_bytes = 0;  // of a sum, or of its gradient
  double first = 0;      // share of look-ups that are the first of their row; 0: the law's
  bool backward = false;
};

// What the NPU waits for while its host works, of known time.
struct HostWork {
  double seconds = 0;
};

using ComputeWork = std::variant<ElementwiseWork, GemmWork, AttentionWork, LatentAttentionWork,
                                 LinearAttentionWork, ExpertWork, EmbeddingWork, HostWork>;

// Floating point operations (a multiply-add is two) and bytes read and written at least once: what
// a roofline asks for.
struct Amounts {
  double flops = 0;
  double bytes = 0;
};
Amounts amounts_of(const ComputeWork& work);

// Those of linear attention by part.
struct LinearAttentionAmounts {
  Amounts convolution;
  Amounts state;  // all but the convolution
};
LinearAttentionAmounts parts_of(const LinearAttentionWork& work);
// Tokens that go through matrix products together: 64 (the delta rule), 128 (Mamba-2).
double chunk_of(const LinearAttentionWork& work);

}  // namespace jacquard::workload
