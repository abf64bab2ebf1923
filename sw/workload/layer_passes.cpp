// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/layer_passes.hpp"

namespace jacquard::workload {

using Index = OpWriter::Index;

Again again_of(const Model& model, Recompute recompute) {
  if (recompute == Recompute::alternate) return Again::matrices;
  if (recompute == Recompute::core_attention) return Again::products;
  if (recompute == Recompute::experts) return Again::experts;
  if (recompute != Recompute::selective) return Again::nothing;
  return model.fused_attention ? Again::cheap : Again::products;
}

Index LayerPasses::forward(LayerKind kind, Index input, Index weights) {
  enter(kind);
  const bool mixes = kind.mixer != Mixer::none;
  const Index mixed = mixes ? mixer_forward(input, weights) : input;
  const Index waits = mixes ? OpWriter::kNothing : weights;
  if (kind.feed == FeedForward::none) return mixed;
  return kind.feed == FeedForward::experts ? experts_forward(mixed, waits)
                                           : dense_forward(mixed, waits);
}

Index LayerPasses::backward(LayerKind kind, PassKind pass, Index gradient, Index weights) {
  enter(kind);
  weights_ = pass == PassKind::backward_weights ? OpWriter::kNothing : weights;
  Index behind = gradient;
  if (kind.feed == FeedForward::experts) behind = experts_backward(pass, gradient);
  if (kind.feed == FeedForward::dense) behind = dense_backward(pass, gradient);
  return kind.mixer == Mixer::none ? behind : mixer_backward(pass, behind);
}

Index LayerPasses::mixer_forward(Index input, Index weights) {
  const AttentionWorks& w = *mixer_;
  const Index normed = out_.compute(OpLabel::attention_norm, w.norm.forward, input);
  const Index rows = gathered(normed);
  Index last = product(OpLabel::qkv, w.qkv, rows, weights);
  last = product(OpLabel::qkv, w.q_up, last);
  last = out_.compute(OpLabel::attention, w.rotary.forward, last);
  const Index keys = out_.communicate(OpLabel::cp_comm, w.kv_gather, kTensorStream, last);
  product(OpLabel::qkv, w.kv_up, keys);
  products(keys);
  product(OpLabel::attention_out, w.value_up);
  return product_reduced(OpLabel::attention_out, w.out);
}

void LayerPasses::products(Index keys) {
  for (const int work : attention().forward) out_.compute(OpLabel::attention, work, keys);
}

Index LayerPasses::dense_forward(Index input, Index weights) {
  const FeedForwardWorks& w = works_.ffn;
  const Index rows = gathered(out_.compute(OpLabel::ffn_norm, works_.ffn_norm.forward, input));
  product(OpLabel::ffn_up, w.up, rows, weights);
  out_.compute(OpLabel::activation, w.activation.forward);
  return product_reduced(OpLabel::ffn_down, w.down);
}

Index LayerPasses::dense_backward(PassKind pass, Index gradient) {
  const FeedForwardWorks& w = works_.ffn;
  if (pass == PassKind::backward_weights) {
    out_.compute(OpLabel::ffn_down, w.down.weights);
    const Index rows = rows_for(w.up, works_.ffn_norm, OpWriter::kNothing);
    return out_.compute(OpLabel::ffn_up, w.up.weights, rows);
  }
  const bool both = pass == PassKind::backward;
  Index rows = OpWriter::kNothing;
  if (again_ == Again::matrices) {
    compute_again(OpLabel::attention_out, mixer_->out.forward);
    rows = rows_again(works_.ffn_norm, out_.last(kComputeStream));
    compute_again(OpLabel::ffn_up, w.again, rows);
  }
  const Index gradients = gathered(gradient);
  if (remakes_cheap()) compute_again(OpLabel::activation, w.activation.forward);
  product_backward(OpLabel::ffn_down, w.down, gradients, taken_weights());
  if (both) out_.compute(OpLabel::ffn_down, w.down.weights);
  const Index bent = out_.compute(OpLabel::activation, w.activation.backward);
  // The rows that went into the matrix are gathered again, beside the gradient of its input.
  if (both && again_ != Again::matrices) rows = rows_for(w.up, works_.ffn_norm, bent);
  const Index sums = product_backward_reduced(OpLabel::ffn_up, w.up);
  if (both) out_.compute(OpLabel::ffn_up, w.up.weights, rows);
  return out_.compute(OpLabel::ffn_norm, works_.ffn_norm.backward, sums);
}

Index LayerPasses::qkv_data_reduced(Index gradient) {
  const AttentionWorks& w = *mixer_;
  product_backward(OpLabel::qkv, w.q_up);
  return product_backward_reduced(OpLabel::qkv, w.qkv, gradient);
}

void LayerPasses::qkv_weights(Index input) {
  const AttentionWorks& w = *mixer_;
  out_.compute(OpLabel::qkv, w.q_up.weights);
  out_.compute(OpLabel::qkv, w.kv_up.weights);
  out_.compute(OpLabel::qkv, w.qkv.weights, input);
}

Index LayerPasses::mixer_backward(PassKind pass, Index gradient) {
  const AttentionWorks& w = *mixer_;
  if (pass == PassKind::backward_weights) {
    out_.compute(OpLabel::attention_out, w.out.weights);
    qkv_weights(rows_for(w.qkv, w.norm, OpWriter::kNothing));
    return OpWriter::kNothing;
  }
  const bool both = pass == PassKind::backward;
  Index rows = OpWriter::kNothing;
  if (again_ == Again::matrices) {
    rows = rows_again(w.norm, out_.last(kComputeStream));
    compute_again(OpLabel::qkv, w.keys_again, rows);
  }
  product_backward(OpLabel::attention_out, w.out, gathered(gradient), taken_weights());
  if (both) out_.compute(OpLabel::attention_out, w.out.weights);
  if (again_ == Again::products) {
    out_.recomputing(true);
    products(OpWriter::kNothing);
    out_.recomputing(false);
  }
  Index bent = OpWriter::kNothing;
  for (const int work : attention().backward) bent = out_.compute(OpLabel::attention, work, bent);
  bent = product_backward(OpLabel::qkv, w.kv_up, bent);
  const Index keys = out_.communicate(OpLabel::cp_comm, w.kv_scatter, kTensorStream, bent);
  if (both && again_ != Again::matrices) rows = rows_for(w.qkv, w.norm, bent);
  out_.compute(OpLabel::attention, w.rotary.backward, keys);
  const Index sums = qkv_data_reduced(keys);
  if (both) qkv_weights(rows);
  return out_.compute(OpLabel::attention_norm, w.norm.backward, sums);
}

}  // namespace jacquard::workload
