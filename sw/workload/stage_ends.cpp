// SPDX-License-Identifier: Apache-2.0
// Behind the last layer: the head with its loss, and modules that predict further tokens.
#include "jacquard/workload/stage_builder.hpp"

namespace jacquard::workload {

using Index = OpWriter::Index;

Index StageBuilder::forward_end(Index input) {
  const Index gathered = weights_.begin();
  Index loss = head_forward(input, gathered);
  for (int i = 0; i < works_.further.modules; ++i)
    loss = head_forward(module_forward(loss), gathered);
  weights_.end();
  return loss;
}

Index StageBuilder::head_forward(Index input, Index weights) {
  const Index normed = out_.compute(OpLabel::logits, works_.final_norm.forward, input, weights);
  const Index rows = request_.kind == StepKind::train
                         ? out_.communicate(OpLabel::tp_comm, works_.gather, kTensorStream, normed)
                         : normed;
  const Index logits = out_.compute(OpLabel::logits, works_.logits.forward, rows);
  const Index sums = out_.communicate(OpLabel::tp_comm, works_.loss_reduce, kTensorStream, logits);
  return out_.compute(OpLabel::loss, works_.loss.forward, sums);
}

// Norms of what came before and of the next token's embedding, a matrix of both, and a layer
// (DeepSeek-V3 s2.2).
Index StageBuilder::module_forward(Index input) {
  Index last = out_.compute(OpLabel::embedding, works_.embedding.forward, input);
  out_.compute(OpLabel::ffn_norm, works_.final_norm.forward);
  last = out_.compute(OpLabel::ffn_norm, works_.final_norm.forward, last);
  last = out_.communicate(OpLabel::tp_comm, works_.gather, kTensorStream, last);
  last = out_.compute(OpLabel::ffn_up, works_.further_matrix.forward, last);
  return modules_.forward(works_.further.kind, last, OpWriter::kNothing);
}

Index StageBuilder::backward_end(PassKind pass) {
  const Index gathered = weights_.begin();
  for (int i = 0; i < works_.further.modules; ++i) {
    module_backward(pass, head_backward(pass, gathered));
  }
  const Index last = head_backward(pass, gathered);
  weights_.end();
  return last;
}

Index StageBuilder::head_backward(PassKind pass, Index weights) {
  if (pass == PassKind::backward_weights) {
    if (works_.logits.weights < 0) return OpWriter::kNothing;
    out_.compute(
        OpLabel::logits, works_.logits.weights,
        out_.communicate(OpLabel::tp_comm, works_.gather, kTensorStream, OpWriter::kNothing));
    return OpWriter::kNothing;
  }
  const bool both = pass == PassKind::backward;
  const Index loss = out_.compute(OpLabel::loss, works_.loss.backward, weights);
  const bool needs_rows = both && works_.logits.weights >= 0;
  const Index rows =
      needs_rows ? out_.communicate(OpLabel::tp_comm, works_.gather, kTensorStream, loss) : loss;
  Index last = out_.compute(OpLabel::logits, works_.logits.data, weights);
  last = out_.communicate(OpLabel::tp_comm, works_.reduce, kTensorStream, last);
  if (both) out_.compute(OpLabel::logits, works_.logits.weights, rows);
  return out_.compute(OpLabel::logits, works_.final_norm.backward, last);
}

Index StageBuilder::module_backward(PassKind pass, Index gradient) {
  Index last = modules_.backward(works_.further.kind, pass, gradient, OpWriter::kNothing);
  if (pass != PassKind::backward_data) {
    out_.compute(OpLabel::ffn_up, works_.further_matrix.weights, last);
  }
  if (pass == PassKind::backward_weights) return OpWriter::kNothing;
  last = out_.compute(OpLabel::ffn_up, works_.further_matrix.data, last);
  last = out_.communicate(OpLabel::tp_comm, works_.reduce, kTensorStream, last);
  last = out_.compute(OpLabel::ffn_norm, works_.final_norm.backward, last);
  out_.compute(OpLabel::ffn_norm, works_.final_norm.backward);
  return out_.compute(OpLabel::embedding, works_.embedding.backward, last);
}

}  // namespace jacquard::workload
