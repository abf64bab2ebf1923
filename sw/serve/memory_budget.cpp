// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/memory_budget.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/serve/cost/draft_module.hpp"
#include "jacquard/serve/cost/op_list.hpp"
#include "jacquard/workload/mixers.hpp"
#include "jacquard/workload/model_parameters.hpp"

namespace jacquard::serve {
namespace {

using workload::bytes_per_value;
using workload::LayerKind;
using workload::Mixer;
using workload::NumberType;

// CUDA's context, NCCL's buffers and captured graphs, of one GPU.
constexpr double kLibraries = 1.5e9;
// Buffers of a layer that live at once, in widths of the model for each token: the residual, its
// norm, the input and the output of the widest matrix.
constexpr double kLiveWidths = 4;

// Requests are rarely shorter than a short window, and often than a long one.
bool keeps_by_token(const workload::Model& m, Mixer mixer) {
  constexpr int kShortWindow = 1'024;
  return mixer == Mixer::attention || mixer == Mixer::chunk ||
         (mixer == Mixer::window && m.window > kShortWindow);
}

// Layers of the largest stage.
double stage_share(const Deployment& d) {
  const double most = std::ceil(static_cast<double>(d.model.layers) / d.pp);
  return most / d.model.layers;
}

}  // namespace

double layer_weight_bytes(const Deployment& d, LayerKind kind) {
  const workload::LayerParameters p = workload::layer_parameters(d.model, kind);
  const double copies = workload::copied_parameters(d.model, kind.mixer, d.tp);
  const double placed =
      d.model.has_experts() ? static_cast<double>(placed_experts(d)) / d.model.experts.count : 1;
  const double own = copies + (p.attention - copies + p.ffn + p.shared) / d.tp;
  const double parts = static_cast<double>(expert_tp_of(d)) * expert_ep_of(d);
  const double experts = p.experts * placed / parts * bytes_per_value(d.precision.experts);
  return own * bytes_per_value(d.precision.weights) + (p.norms + p.router) * 2 +
         (d.expert_npus > 0 ? 0 : experts);
}

double expert_npu_bytes(const Deployment& d) {
  if (d.expert_npus == 0) return 0;
  const LayerKind kind{Mixer::none, workload::FeedForward::experts};
  return d.model.layers_of(kind.feed) * workload::layer_parameters(d.model, kind).experts *
         placed_experts(d) / d.model.experts.count / d.expert_npus *
         bytes_per_value(d.precision.experts);
}

double replica_weight_bytes(const Deployment& d, double of_npu) {
  return of_npu * d.caching_npus() + expert_npu_bytes(d) * d.expert_npus;
}

double weight_bytes(const Deployment& d) {
  double layers = 0;
  for (int i = 0; i < workload::kLayerKinds; ++i) {
    const LayerKind kind = workload::layer_kind(i);
    const int count = d.model.layers_of(kind);
    if (count > 0) layers += count * layer_weight_bytes(d, kind);
  }
  const workload::EdgeParameters edges = workload::edge_parameters(d.model);
  const double bf16 = 2;
  const double ends =
      (d.pp > 1 ? std::max(edges.embedding, edges.output) : edges.embedding + edges.output) / d.tp *
      bf16;
  const double drafts = d.drafts.tokens > 0 ? module_bytes(d) : 0;
  return layers * stage_share(d) + ends + edges.final_norm * bf16 + drafts;
}

int MemoryBudget::sequence_blocks(int block) const {
  return kv_of_sequence > 0 ? static_cast<int>(std::ceil(kv_of_sequence / (kv_of_token * block)))
                            : 0;
}

double kv_bytes_of_token(const Deployment& d) {
  const workload::Model& m = d.model;
  double values = 0;
  for (const Mixer mixer : workload::kAllMixers) {
    if (!keeps_by_token(m, mixer)) continue;
    const int layers = m.layers_of(mixer);
    values += layers * workload::kept_values(m, mixer, d.tp);
  }
  const double bytes = values * stage_share(d) * bytes_per_value(d.precision.kv);
  if (d.drafts.tokens == 0) return bytes;
  Deployment module = draft_module(d);
  module.drafts = {};
  return bytes + kv_bytes_of_token(module);
}

double kv_bytes_of_sequence(const Deployment& d) {
  const workload::Model& m = d.model;
  const int layers = keeps_by_token(m, Mixer::window) ? 0 : m.layers_of(Mixer::window);
  const double windows = layers * double(m.window) * workload::kept_values(m, Mixer::window, d.tp) *
                         bytes_per_value(d.precision.kv);
  const double states = m.layers_of(Mixer::linear) * workload::state_bytes(m, d.tp);
  return (windows + states) * stage_share(d);
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
  budget.kv_of_sequence = kv_bytes_of_sequence(d);
  // Where layers keep nothing of a token, one counts as a small part of what a sequence keeps.
  constexpr double kPart = 1.0 / (1 << 13);
  budget.kv_of_token = std::max(kv_bytes_of_token(d), kPart * budget.kv_of_sequence);
  constexpr double kOfNone = 4'096;  // of a model without any mixer: no cache without end
  if (budget.kv_of_token <= 0) budget.kv_of_token = kOfNone;
  const double left = (all - budget.weights - budget.buffers) * (of_the_rest ? share : 1);
  budget.kv_tokens =
      left > 0 ? static_cast<std::int64_t>(std::min(left / budget.kv_of_token, 1e15)) : 0;
  return budget;
}

}  // namespace jacquard::serve
