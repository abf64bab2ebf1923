// SPDX-License-Identifier: Apache-2.0
// Layers of experts: tokens go to their experts and back, shared experts compute meanwhile.
#include "jacquard/workload/layer_passes.hpp"

namespace jacquard::workload {

using Index = OpWriter::Index;

Index LayerPasses::experts_forward(Index input) {
  const ExpertWorks& w = works_.experts;
  const Index normed = out_.compute(OpLabel::ffn_norm, works_.ffn_norm.forward, input);
  out_.compute(OpLabel::router, w.router.forward, normed);
  const Index sorted = out_.compute(OpLabel::experts, w.permute.forward);
  Index arrived = exchanged(OpLabel::ep_dispatch, w.dispatch, sorted);
  arrived = exchanged(OpLabel::tp_comm, w.gather, arrived);
  if (w.shared.up.forward >= 0) {
    out_.compute(OpLabel::shared_experts, w.shared.up.forward, gathered(normed));
    out_.compute(OpLabel::shared_experts, w.shared.activation.forward);
    out_.compute(OpLabel::shared_experts, w.shared.down.forward);
  }
  const Index shared = w.shared.up.forward >= 0 ? reduced(out_.last(kComputeStream)) : normed;
  Index done = out_.compute(OpLabel::experts, w.products.forward, arrived);
  if (!works_.sequence_parallel) done = reduced(done);
  done = exchanged(OpLabel::tp_comm, w.scatter, done);
  done = exchanged(OpLabel::ep_combine, w.combine, done);
  return out_.compute(OpLabel::experts, w.permute.forward, done, shared);
}

// The gradient of a combine is a dispatch, and the other way round.
Index LayerPasses::experts_backward(PassKind pass, Index gradient) {
  const ExpertWorks& w = works_.experts;
  if (pass == PassKind::backward_weights) {
    shared_backward(pass, gradient);
    out_.compute(OpLabel::experts, w.gradient);
    return out_.compute(OpLabel::router, w.router.weights);
  }
  const bool both = pass == PassKind::backward;
  if (again_ == Again::cheap) {
    compute_again(OpLabel::ffn_norm, works_.ffn_norm.forward);
    compute_again(OpLabel::experts, w.activation.forward);
  }
  const Index sorted =
      out_.compute(OpLabel::experts, w.permute.backward, gradient, taken_weights());
  Index arrived = exchanged(OpLabel::ep_dispatch, w.dispatch, sorted);
  arrived = exchanged(OpLabel::tp_comm, w.gather, arrived);
  shared_backward(pass, gradient);
  Index done = out_.compute(OpLabel::experts, both ? w.products.backward : w.gradient, arrived);
  if (!works_.sequence_parallel) done = reduced(done);
  done = exchanged(OpLabel::tp_comm, w.scatter, done);
  done = exchanged(OpLabel::ep_combine, w.combine, done);
  out_.compute(OpLabel::experts, w.permute.backward, done);
  out_.compute(OpLabel::router, w.router.data);
  if (both) out_.compute(OpLabel::router, w.router.weights);
  return out_.compute(OpLabel::ffn_norm, works_.ffn_norm.backward, out_.last(kTensorStream));
}

void LayerPasses::shared_backward(PassKind pass, Index gradient) {
  const FeedForwardWorks& w = works_.experts.shared;
  if (w.up.forward < 0) return;
  if (pass == PassKind::backward_weights) {
    out_.compute(OpLabel::shared_experts, w.down.weights);
    out_.compute(OpLabel::shared_experts, w.up.weights, gathered(OpWriter::kNothing));
    return;
  }
  const bool both = pass == PassKind::backward;
  const Index gradients = gathered(gradient);
  if (again_ == Again::cheap) compute_again(OpLabel::shared_experts, w.activation.forward);
  out_.compute(OpLabel::shared_experts, w.down.data, gradients);
  if (both) out_.compute(OpLabel::shared_experts, w.down.weights);
  const Index bent = out_.compute(OpLabel::shared_experts, w.activation.backward);
  const Index rows = both ? gathered(bent) : OpWriter::kNothing;
  out_.compute(OpLabel::shared_experts, w.up.data);
  reduced(out_.last(kComputeStream));
  if (both) out_.compute(OpLabel::shared_experts, w.up.weights, rows);
}

}  // namespace jacquard::workload
