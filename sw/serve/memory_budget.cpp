// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/memory_budget.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/serve/cost/op_list.hpp"
#include "jacquard/serve/cost/step_layers.hpp"
#include "jacquard/workload/model_parameters.hpp"

namespace jacquard::serve {
namespace {

using workload::bytes_per_value;
using workload::LayerKind;
using workload::NumberType;

// CUDA's context, NCCL's buffers and captured graphs, of one GPU.
constexpr double kLibraries = 1.5e9;
// Buffers of a layer that live at once, in widths of the model for each token: the residual, its
// norm, the input and the output of the widest matrix.
constexpr double kLiveWidths = 4;

// Parameters of attention on one NPU, of `all` there are. Each NPU has what compresses, and the
// keys and values of the heads it holds.
double attention_part(const Deployment& d, double all) {
  const workload::Model& m = d.model;
  if (m.is_latent()) {
    const double ranks = static_cast<double>(m.latent.q_rank) + m.latent.kv_rank;
    const double every = m.hidden * (ranks + m.latent.rope) + ranks;
    return every + (all - every) / d.tp;
  }
  const double copies = kv_heads_of(d) * d.tp - m.kv_head_count();
  return (all + copies * 2 * m.size_of_head() * m.hidden) / d.tp;
}

double layer_bytes(const Deployment& d, LayerKind kind) {
  const workload::LayerParameters p = workload::layer_parameters(d.model, kind);
  const double own = attention_part(d, p.attention) + (p.ffn + p.shared) / d.tp;
  const double parts = static_cast<double>(expert_tp_of(d)) * expert_ep_of(d);
  return own * bytes_per_value(d.precision.weights) + (p.norms + p.router) * 2 +
         p.experts / parts * bytes_per_value(d.precision.experts);
}

// Layers of the largest stage.
double stage_share(const Deployment& d) {
  const double most = std::ceil(static_cast<double>(d.model.layers) / d.pp);
  return most / d.model.layers;
}

}  // namespace

double weight_bytes(const Deployment& d) {
  double layers = 0;
  for (const LayerKind kind : {LayerKind::dense, LayerKind::experts}) {
    const int count = d.model.layers_of(kind);
    if (count > 0) layers += count * layer_bytes(d, kind);
  }
  const workload::EdgeParameters edges = workload::edge_parameters(d.model);
  const double bf16 = 2;
  const double ends =
      (d.pp > 1 ? std::max(edges.embedding, edges.output) : edges.embedding + edges.output) / d.tp *
      bf16;
  return layers * stage_share(d) + ends + edges.final_norm * bf16;
}

double kv_bytes_of_token(const Deployment& d) {
  const workload::Model& m = d.model;
  const double values = m.is_latent() ? m.latent.kv_rank + m.latent.rope
                                      : kv_heads_of(d) * (m.size_of_head() + m.size_of_value());
  // What lies behind a window is given back (vLLM's hybrid allocator); a window itself is no
  // token's.
  const int layers = m.layers - windowed_layers(m);
  return values * layers * stage_share(d) * bytes_per_value(d.precision.kv);
}

MemoryBudget memory_budget(const Deployment& d, double share, std::int64_t most_tokens) {
  MemoryBudget budget;
  // TensorRT-LLM takes its share of what weights and buffers leave, others of the whole.
  const bool of_the_rest = d.software == cost::Software::trtllm;
  const double all = static_cast<double>(d.device.memory.count()) * (of_the_rest ? 1 : share);
  budget.capacity = base::Bytes{static_cast<std::int64_t>(all)};
  budget.weights = weight_bytes(d);
  const double widest =
      std::max({static_cast<double>(d.model.hidden),
                static_cast<double>(d.model.inner) * (d.model.gated ? 2 : 1) / d.tp,
                static_cast<double>(d.model.heads) * d.model.size_of_head() / d.tp});
  budget.buffers = kLibraries + kLiveWidths * 2 * static_cast<double>(most_tokens) * widest;
  budget.kv_of_token = kv_bytes_of_token(d);
  const double left = (all - budget.weights - budget.buffers) * (of_the_rest ? share : 1);
  budget.kv_tokens =
      left > 0 ? static_cast<std::int64_t>(std::min(left / budget.kv_of_token, 1e15)) : 0;
  return budget;
}

}  // namespace jacquard::serve
