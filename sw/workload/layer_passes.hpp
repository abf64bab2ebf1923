// SPDX-License-Identifier: Apache-2.0
// The operations of a layer's forward and backward pass, with the communications that follow from
// how producers and consumers of a tensor are sharded (docs/workloads.md has the rules).
#pragma once

#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/model.hpp"
#include "jacquard/workload/op_writer.hpp"
#include "jacquard/workload/pipeline_order.hpp"
#include "jacquard/workload/step_works.hpp"

namespace jacquard::workload {

// What the backward pass of a layer computes again, beside whole layers (Recompute::selective).
enum class Again : std::uint8_t {
  nothing,
  products,  // attention's, whose scores a model without fused attention would store
  cheap,     // norms and activation functions, of a model with fused attention
  experts,   // and layers of experts
  matrices,  // norms, activation functions and every other matrix
};
Again again_of(const Model& model, Recompute recompute);

class LayerPasses {
 public:
  using Index = OpWriter::Index;

  LayerPasses(const StepWorks& works, Again again, OpWriter& out)
      : works_(works), again_(again), out_(out) {}

  // `input`: the operation that gives the layer its input; `weights`: the gather of its weights.
  // Return the operation that gives the layer's output, or its input's gradient.
  Index forward(LayerKind kind, Index input, Index weights);
  Index backward(LayerKind kind, PassKind pass, Index gradient, Index weights);

 private:
  Index mixer_forward(Index input, Index weights);
  Index dense_forward(Index input, Index weights);
  Index experts_forward(Index input, Index weights);
  Index experts_behind_norm(Index normed, Index weights);
  Index mixer_backward(PassKind pass, Index gradient);
  Index dense_backward(PassKind pass, Index gradient);
  Index experts_backward(PassKind pass, Index gradient);

  void products(Index keys);
  Index qkv_data_reduced(Index gradient);
  void qkv_weights(Index input);
  Index shared_backward(PassKind pass, Index gradient, Index weights);

  bool remakes_cheap() const { return again_ >= Again::cheap; }
  void compute_again(OpLabel label, int work, Index after = OpWriter::kNothing) {
    out_.recomputing(true);
    out_.compute(label, work, after);
    out_.recomputing(false);
  }
  // The rows that a norm put into a matrix, whose own gradient needs them.
  Index rows_again(const Both& norm, Index after) {
    if (remakes_cheap()) {
      compute_again(OpLabel::other, norm.forward);
      after = out_.last(kComputeStream);
    }
    return out_.communicate(OpLabel::tp_comm, works_.layer_gather, kTensorStream, after);
  }

  // The same for the gradient of a matrix, if it has one.
  Index rows_for(const Linear& matrix, const Both& norm, Index after) {
    return matrix.weights < 0 ? after : rows_again(norm, after);
  }

  // Rows of all members of tp, for the product that follows. Asynchronously that product does not
  // wait for them, but what follows it does: as if each part were multiplied when it arrives. In
  // slices each slice's product waits for its own rows.
  Index gathered(Index after) {
    if (works_.slices > 1) {
      for (int s = 0; s < works_.slices; ++s) {
        slices_.push_back(
            out_.communicate(OpLabel::tp_comm, works_.gather_slice, kTensorStream, after));
      }
      return after;
    }
    const Index rows =
        out_.communicate(OpLabel::tp_comm, works_.layer_gather, kTensorStream, after);
    if (!works_.asynchronous) return rows;
    late_ = rows;
    return after;
  }
  // The same for the gradient of a matrix alone, which is one product.
  Index gathered_whole(Index after) {
    if (works_.slices == 1) return gathered(after);
    return out_.communicate(OpLabel::tp_comm, works_.layer_gather, kTensorStream, after);
  }
  // Sums of the product before, shared out, or whole; asynchronously beside that product.
  Index reduced(Index after) {
    if (works_.asynchronous) after = out_.before_last_computation();
    return out_.communicate(OpLabel::tp_comm, works_.reduce, kTensorStream, after);
  }
  // A product and its sums; in slices each slice's sums go beside the next slice's product.
  Index product_reduced(OpLabel label, const Linear& matrix) {
    if (works_.slices == 1) return reduced(product(label, matrix));
    out_.compute(OpLabel::cast, matrix.cast.forward);
    return reduced_in_slices(label, matrix.slice.forward);
  }
  Index product_backward_reduced(OpLabel label, const Linear& matrix,
                                 Index gradient = OpWriter::kNothing) {
    if (works_.slices == 1) return reduced(product_backward(label, matrix, gradient));
    out_.compute(OpLabel::cast, matrix.cast.backward, gradient);
    return reduced_in_slices(label, matrix.slice.backward, gradient);
  }
  Index reduced_in_slices(OpLabel label, int slice, Index after = OpWriter::kNothing) {
    Index sums = OpWriter::kNothing;
    for (int s = 0; s < works_.slices; ++s) {
      sums = out_.communicate(OpLabel::tp_comm, works_.reduce_slice, kTensorStream,
                              out_.compute(label, slice, after));
    }
    return sums;
  }
  Index product(OpLabel label, const Linear& matrix, Index rows = OpWriter::kNothing,
                Index weights = OpWriter::kNothing) {
    out_.compute(OpLabel::cast, matrix.cast.forward, rows, weights);
    const Index last = multiplied(label, matrix.forward, matrix.slice.forward, rows, weights);
    out_.compute(label, matrix.adapter_down.forward);
    out_.compute(label, matrix.adapter_up.forward);
    return out_.compute(label, matrix.adapter_sum.forward, last);
  }
  Index product_backward(OpLabel label, const Linear& matrix, Index gradient = OpWriter::kNothing,
                         Index weights = OpWriter::kNothing) {
    out_.compute(OpLabel::cast, matrix.cast.backward, gradient, weights);
    const Index last = multiplied(label, matrix.data, matrix.slice.backward, gradient, weights);
    out_.compute(label, matrix.adapter_up.backward);
    out_.compute(label, matrix.adapter_down.backward);
    return out_.compute(label, matrix.adapter_sum.backward, last);
  }
  Index multiplied(OpLabel label, int whole, int slice, Index rows, Index weights) {
    if (slices_.empty()) return with_late(out_.compute(label, whole, rows, weights));
    Index last = OpWriter::kNothing;
    for (const Index part : slices_) last = out_.compute(label, slice, part, weights);
    slices_.clear();
    return last;
  }
  Index with_late(Index product) {
    out_.hold(late_);
    late_ = OpWriter::kNothing;
    return product;
  }
  Index exchanged(OpLabel label, int comm, Index after) {
    return out_.communicate(label, comm, kExpertStream, after);
  }
  // Beside the computations of another micro-batch: what follows waits for the exchange before,
  // which in its place is that micro-batch's.
  Index exchanged(OpLabel label, const Exchange& exchange, Index after) {
    const Index waited = exchanged(label, exchange.waited, after);
    const Index sent = exchanged(label, exchange.beside, waited);
    if (sent == waited) return waited;
    const Index before = beside_;
    beside_ = sent;
    if (before == OpWriter::kNothing) return waited;
    out_.hold(waited);
    return before;
  }

  // The gather that the first matrix of a backward pass waits for.
  Index taken_weights() {
    const Index weights = weights_;
    weights_ = OpWriter::kNothing;
    return weights;
  }

  // Documents that are packed into a micro-batch have lengths of their own.
  const AttentionProducts& attention() const {
    return mixer_->packed.empty() ? mixer_->products
                                  : base::at(mixer_->packed, out_.of().micro_batch);
  }

  void enter(LayerKind kind) { mixer_ = &base::at(works_.mixers, static_cast<int>(kind.mixer)); }

  const StepWorks& works_;
  const AttentionWorks* mixer_ = nullptr;  // of the layer
  Again again_;
  OpWriter& out_;
  Index weights_ = OpWriter::kNothing;
  Index late_ = OpWriter::kNothing;    // a gather that a product does not wait for
  Index beside_ = OpWriter::kNothing;  // the exchange before
  std::vector<Index> slices_;          // gathers that the slices of the next product wait for
};

}  // namespace jacquard::workload
