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

  int npus_of_a_stage() const { return tp * attention_dp; }
  int npus() const { return npus_of_a_stage() * pp; }
};

// Parts of the experts: of their matrices, and of their number.
int expert_tp_of(const Deployment& deployment);
int expert_ep_of(const Deployment& deployment);

// Throws ConfigError at `place` / knob for degrees that the model does not divide by, with what
// would do. Heads of keys and values that tp exceeds are replicated.
void require_divisible(const Deployment& deployment, const config::Place& place);

}  // namespace jacquard::serve
