// SPDX-License-Identifier: Apache-2.0
// One replica of a model on its NPUs: what the cost of a serving step and the memory depend on.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/software.hpp"
#include "jacquard/serve/memory_tier.hpp"
#include "jacquard/systems/reached.hpp"
#include "jacquard/topology/fabric.hpp"
#include "jacquard/workload/compute_work.hpp"
#include "jacquard/workload/model.hpp"

namespace jacquard::serve {

struct Precision {
  workload::NumberType weights = workload::NumberType::bf16;  // of matrices outside experts
  workload::NumberType experts = workload::NumberType::bf16;
  workload::NumberType kv = workload::NumberType::bf16;
};

// What an engine's host adds, whatever the NPUs are.
struct HostTimes {
  base::Seconds step{0};      // of each step, that the NPUs wait for
  base::Seconds sequence{0};  // likewise, of each sequence that samples
  base::Seconds front_end{
      0};  // of each request: until the scheduler has it, and back to the client
};

// By the residuals of measured loops on H100 (docs/serve.md). `ahead`: the host plans a
// step while the one before runs, as vLLM does from 0.14 on, and SGLang and TensorRT-LLM always.
HostTimes host_times(cost::Software software, bool ahead = true);

// How uneven experts of a trained model are used (ai-dynamo/aiconfigurator's default power law).
inline constexpr double kRoutingSkew = 1.2;

// automatic  deepep where experts lie on more than eight NPUs that attend by themselves, or where
//            some are there twice; else gather
// gather     all tokens to all NPUs, and results summed by a reduce-scatter
// deepep     each token to the NPUs of its experts and back (sw/cost/expert_exchange)
enum class TokenExchange : std::uint8_t { automatic, gather, deepep };

// Tokens that a module or a small model drafts for each sequence and step, which the model then
// verifies all at once. Each is right with the chance `acceptance` where those before it are.
struct Drafts {
  int tokens = 0;
  double acceptance = 0;

  // Of a step, for each sequence: 1 + a + a^2 + ... + a^tokens.
  double made_by_a_step() const;
};

// `attention_dp` groups of `tp` NPUs each have requests, schedulers and caches of their own;
// experts lie on all npus_of_a_stage() of them, in expert_tp x expert_ep parts (both 0: all by tp).
struct Deployment {
  workload::Model model;
  cost::Device device;
  cost::Software software = cost::Software::vllm;
  Precision precision;
  int tp = 1;
  int pp = 1;
  int attention_dp = 1;
  int expert_tp = 0;
  int expert_ep = 0;
  double expert_skew = kRoutingSkew;  // ExpertWork::skew
  int redundant_experts = 0;          // copies of popular experts beside those of the model
  double expert_imbalance = 1;  // tokens of the busiest NPU's experts over those of a mean one
  TokenExchange exchange = TokenExchange::automatic;
  // NPUs that have the routed experts and nothing else, beside those that attend; 0: none. A step's
  // micro-batches, so many at most, then go to and fro between them.
  int expert_npus = 0;
  int micro_batches = 1;
  bool two_batches = false;  // a step's halves: one computes while the other one's tokens travel
  Drafts drafts;
  bool eager = false;  // no captured graphs: the host launches every kernel of every step
  HostTimes host;
  // Where keys and values go when `own_kv_tokens` fill the NPU's own memory. A step reads them from
  // there, behind its kernels; new ones are written beside them.
  std::vector<MemoryTier> beyond;
  std::int64_t own_kv_tokens = 0;                          // counts where there is something beyond
  int node = 8;                                            // NPUs of a node
  topology::Block node_block = topology::Block::switched;  // what joins a node's NPUs
  int nodes = 1;                                           // of the system
  base::BytesPerSecond network{50e9};                      // of each NPU to other nodes, one way
  base::Picoseconds link_latency{500'000};
  std::vector<topology::Dimension> beyond_node;  // between nodes; none: a switch at that rate
  systems::Law law = systems::Law::system;       // of collectives; links: all of them by links

  int npus_of_a_stage() const { return tp * attention_dp; }  // that attend
  int npus_of_experts() const { return expert_npus > 0 ? expert_npus : npus_of_a_stage(); }
  int caching_npus() const { return npus_of_a_stage() * pp; }
  int npus() const { return caching_npus() + expert_npus; }
};

// Parts of the experts: of their matrices, and of their number.
int expert_tp_of(const Deployment& deployment);
int expert_ep_of(const Deployment& deployment);
// What is placed on NPUs: the model's experts and the redundant ones.
int placed_experts(const Deployment& deployment);
// Whether tokens go to their experts alone; see TokenExchange.
bool sends_to_experts(const Deployment& deployment);

// Throws ConfigError at `place` / knob for degrees that the model does not divide by, with what
// would do. Heads of keys and values that tp exceeds are replicated.
void require_divisible(const Deployment& deployment, const config::Place& place);

}  // namespace jacquard::serve
