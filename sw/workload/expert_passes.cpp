// SPDX-License-Identifier: Apache-2.0
// Layers of experts: tokens go to their experts and back, shared experts compute meanwhile.
#include "jacquard/workload/layer_passes.hpp"

namespace jacquard::workload {

using Index = OpWriter::Index;

// The law of experts has sorting and summing of rows, so only communications stand between.
Index LayerPasses::experts_forward(Index input, Index weights) {
  return experts_behind_norm(out_.compute(OpLabel::ffn_norm, works_.ffn_norm.forward, input),
                             weights);
}

Index LayerPasses::experts_behind_norm(Index normed, Index weights) {
  const ExpertWorks& w = works_.experts;
  const Index routed = product(OpLabel::router, w.router, OpWriter::kNothing, weights);
  Index arrived = exchanged(OpLabel::ep_dispatch, w.dispatch, routed);
  arrived = exchanged(OpLabel::tp_comm, w.gather, arrived);
  Index shared = OpWriter::kNothing;
  if (w.shared.up.forward >= 0) {
    product(OpLabel::shared_experts, w.shared.up, gathered(normed));
    out_.compute(OpLabel::shared_experts, w.shared.activation.forward);
    shared = product_reduced(OpLabel::shared_experts, w.shared.down);
  }
  Index done = out_.compute(OpLabel::experts, w.products.forward, arrived);
  done = out_.compute(OpLabel::activation, w.beside.forward, done);
  if (!works_.sequence_parallel) done = reduced(done);
  done = exchanged(OpLabel::tp_comm, w.scatter, done);
  done = exchanged(OpLabel::ep_combine, w.combine, done);
  return out_.compute(OpLabel::shared_experts, w.sum.forward, done, shared);
}

// The gradient of a combine is a dispatch, and the other way round.
Index LayerPasses::experts_backward(PassKind pass, Index gradient) {
  const ExpertWorks& w = works_.experts;
  if (pass == PassKind::backward_weights) {
    shared_backward(pass, gradient, OpWriter::kNothing);
    out_.compute(OpLabel::experts, w.weights);
    return out_.compute(OpLabel::router, w.router.weights);
  }
  const bool both = pass == PassKind::backward;
  const Index weights = taken_weights();
  if (remakes_cheap()) compute_again(OpLabel::ffn_norm, works_.ffn_norm.forward);
  if (again_ == Again::experts) {
    out_.recomputing(true);
    experts_behind_norm(OpWriter::kNothing, OpWriter::kNothing);
    out_.recomputing(false);
  } else if (remakes_cheap()) {
    compute_again(OpLabel::experts, w.activation.forward);
    compute_again(OpLabel::experts, w.beside.forward);
  }
  Index arrived = exchanged(OpLabel::ep_dispatch, w.dispatch, gradient);
  arrived = exchanged(OpLabel::tp_comm, w.gather, arrived);
  const Index shared = shared_backward(pass, gradient, weights);
  Index done =
      out_.compute(OpLabel::experts, both ? w.products.backward : w.gradient, arrived, weights);
  done = out_.compute(OpLabel::activation, w.beside.backward, done);
  if (!works_.sequence_parallel) done = reduced(done);
  done = exchanged(OpLabel::tp_comm, w.scatter, done);
  done = exchanged(OpLabel::ep_combine, w.combine, done);
  if (both) out_.compute(OpLabel::router, w.router.weights);
  product_backward(OpLabel::router, w.router, done);
  return out_.compute(OpLabel::ffn_norm, works_.ffn_norm.backward, done, shared);
}

// Returns what gives the gradient of its input.
Index LayerPasses::shared_backward(PassKind pass, Index gradient, Index weights) {
  const FeedForwardWorks& w = works_.experts.shared;
  if (w.up.forward < 0) return OpWriter::kNothing;
  if (pass == PassKind::backward_weights) {
    out_.compute(OpLabel::shared_experts, w.down.weights);
    if (w.up.weights < 0) return OpWriter::kNothing;
    return out_.compute(OpLabel::shared_experts, w.up.weights, gathered_whole(OpWriter::kNothing));
  }
  const bool both = pass == PassKind::backward;
  const Index gradients = gathered(gradient);
  if (remakes_cheap()) compute_again(OpLabel::shared_experts, w.activation.forward);
  product_backward(OpLabel::shared_experts, w.down, gradients, weights);
  if (both) out_.compute(OpLabel::shared_experts, w.down.weights);
  const Index bent = out_.compute(OpLabel::shared_experts, w.activation.backward);
  const bool needs_rows = both && w.up.weights >= 0;
  const Index rows = needs_rows ? gathered_whole(bent) : OpWriter::kNothing;
  const Index sums = product_backward_reduced(OpLabel::shared_experts, w.up);
  if (both) out_.compute(OpLabel::shared_experts, w.up.weights, rows);
  return sums;
}

}  // namespace jacquard::workload
