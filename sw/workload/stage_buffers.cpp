// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/stage_buffers.hpp"

#include <algorithm>
#include <array>

#include "jacquard/workload/activations.hpp"
#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {
namespace {

double logits(const StepRequest& r, double rows) {
  return rows * r.model.vocabulary / r.parallelism.tp;
}

// Of the layer that needs most: with full recomputation all that it would have kept, too.
double layer_moment(const StepRequest& r, const StepPlan& plan, const StageShare& share) {
  double most = 0;
  for (int i = 0; i < kLayerKinds; ++i) {
    const LayerKind kind = layer_kind(i);
    if (!share.has(kind)) continue;
    const double again = whole_layer_activations(r, plan, kind) - layer_activations(r, plan, kind);
    most = std::max(most, again + layer_transient(r, plan, kind));
  }
  return most;
}

// What the last norm takes and gives is kept, too. The logits are in bf16 while the loss makes its
// copy in fp32, which the softmax and its gradient replace in place; that gradient is there while
// it is cast to bf16. Then the output matrix has gradients of its input and of its weights.
double loss_moment(const StepRequest& r, const StepPlan& plan) {
  const double norm = 4 * tokens_outside_tp(r, plan) * r.model.hidden;
  const double values = logits(r, plan.tokens);
  const double weights =
      r.lora.freezes() ? 0 : double(r.model.vocabulary) * r.model.hidden / r.parallelism.tp;
  const double matrix = 2 * values + 2 * weights + 2 * plan.tokens * r.model.hidden;
  return norm + std::max(6 * values, matrix);
}

// Transformer Engine keeps a tensor of each shape of weights, in place of the gradients that its
// kernels add to the sum themselves.
double stand_ins(const StepRequest& r, const StageShare& share) {
  double values = 0;
  const Parallelism& p = r.parallelism;
  const double experts = double(r.model.experts.count) / p.expert_parts();
  std::array<bool, kMixers> counted{};
  for (int i = 0; i < kLayerKinds; ++i) {
    const LayerKind kind = layer_kind(i);
    if (!share.has(kind)) continue;
    const UnitParameters matrices = matrices_on_npu(r, kind);
    values += matrices.outside_experts;
    // A mixer's shapes are those of all its layers.
    const LayerParameters all = layer_parameters(r.model, kind);
    bool& before = base::at(counted, static_cast<int>(kind.mixer));
    if (before) values -= matrices.outside_experts - (all.ffn + all.shared) / p.tp;
    before = true;
    if (experts > 0) values += matrices.experts / experts;
  }
  return 2 * std::max(0.0, values);
}

}  // namespace

double megatron_buffers(const StepRequest& r, const StepPlan& plan, const StageShare& share,
                        const StageState& state) {
  double most = layer_moment(r, plan, share);
  const double whole_rows = 2 * plan.tokens * r.model.hidden;
  if (share.ends && r.model.vocabulary > 0) most = std::max(most, loss_moment(r, plan));
  if (share.begins && !r.lora.freezes()) {
    const double gradient = 2 * embedding_on_npu(r).outside_experts;
    most = std::max(most, gradient + whole_rows - state.pass);
  }
  if (bytes_per_value(r.gradient_type) < 4) most = std::max(most, 4 * state.updated - state.kept);
  double always = r.model.fused_attention && !r.lora.freezes() ? stand_ins(r, share) : 0;
  // The output matrix gathers its input into a buffer of its own.
  if (share.ends && shares_tokens(r)) always += whole_rows;
  return most + always;
}

double fsdp_buffers(const StepRequest& r, const StepPlan& plan, const StageShare& share) {
  const Parallelism& p = r.parallelism;
  const double gradient = bytes_per_value(r.gradient_type);
  const double largest = share.largest.outside_experts + share.largest.experts;
  double bytes = 0;
  // Rows that tp gathers or has sums of, whole: a gradient, what it is multiplied with and the sums
  // of the result. Asynchronously the parts are gone when the next come, but for the sums. Slices
  // are kept, as a weight's gradient is one product of all rows.
  if (shares_tokens(r)) bytes += (p.async_tp ? 1 : 3) * 2 * plan.tokens * r.model.hidden;
  // bf16, and in fp32 what the loss takes, its log-softmax and the gradient (PyTorch's
  // cross_entropy on logits.float()).
  if (share.ends) bytes += (2 + 3 * 4) * logits(r, plan.tokens);
  if (p.zero >= 3) bytes += 2 * (p.prefetch + 1.0) * largest;  // gathered
  if (p.zero >= 2) bytes += gradient * share.largest_trained;  // not yet reduced
  // torch.distributed.pipelining: each micro-batch's output, and a buffer for its gradient.
  if (p.pp > 1 && !share.ends) {
    bytes += 2.0 * plan.micro_batches * 2 * tokens_outside_tp(r, plan) * r.model.hidden;
  }
  if (p.recompute == Recompute::full) {
    double again = 0;
    for (int i = 0; i < kLayerKinds; ++i) {
      const LayerKind kind = layer_kind(i);
      if (share.has(kind)) again = std::max(again, whole_layer_activations(r, plan, kind));
    }
    bytes += again;
  }
  return bytes;
}

double inference_logits(const StepRequest& r, const StepPlan& plan) {
  return 2 * logits(r, plan.micro_batch);
}

}  // namespace jacquard::workload
