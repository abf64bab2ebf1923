// SPDX-License-Identifier: Apache-2.0
// The operations of a serving step on one NPU, as engines launch them: fused norms, matrices,
// attention over a paged cache, collectives.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/cost/expert_exchange.hpp"
#include "jacquard/serve/deployment.hpp"
#include "jacquard/serve/step.hpp"
#include "jacquard/workload/drawn_experts.hpp"
#include "jacquard/workload/op_node.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::serve {

// A collective among `npus` NPUs next to each other; `bytes`: what each puts in. `to_experts`:
// tokens go to the NPUs of their experts alone, or results `back`, by kernels like DeepEP's.
struct Communication {
  workload::CollectiveKind kind = workload::CollectiveKind::all_reduce;
  int npus = 1;
  base::Bytes bytes{0};
  std::optional<cost::ExpertExchange> to_experts = std::nullopt;
  bool back = false;
};

struct ServingOp {
  workload::OpLabel label = workload::OpLabel::other;
  std::variant<workload::ComputeWork, Communication> what;
};

// Works of no size are left out. Numbers of tokens, samples and sequences are at least 0.

// Of one layer, what depends on the tokens of the NPU's group alone: norms, the mixer's
// projections, the dense feed-forward layer or the router and shared experts.
std::vector<ServingOp> token_ops(const Deployment& deployment, workload::LayerKind kind,
                                 double tokens);
// Of one layer, the routed experts of the tokens of all groups.
std::vector<ServingOp> expert_ops(const Deployment& deployment, double all_tokens);
// Of one layer, how tokens meet at the experts, and their results go back. Groups send as many as
// the fullest one, which has `tokens`.
std::vector<ServingOp> exchange_ops(const Deployment& deployment, double tokens);
// Of one layer, what mixes tokens: softmax(Q K^T) V with the cache's write, behind an indexer where
// there is one; or the scan of linear attention. Of Mixer::none nothing.
std::vector<ServingOp> mixer_ops(const Deployment& deployment, const StepLoad& load,
                                 workload::Mixer mixer);
// Outside the layers: look-ups of tokens; then of those that sample the norm, logits and the
// choice.
std::vector<ServingOp> embedding_ops(const Deployment& deployment, double tokens);
std::vector<ServingOp> sampling_ops(const Deployment& deployment, double samples);

// How long one takes. `captured`: in a CUDA graph. `deals`: as expert_seconds() has them.
base::Seconds seconds_of(const Deployment& deployment, const ServingOp& op, bool captured,
                         const workload::ExpertDeals* deals = nullptr);

}  // namespace jacquard::serve
