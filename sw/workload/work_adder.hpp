// SPDX-License-Identifier: Apache-2.0
// Adds works and communications to a program, as the request counts them.
#pragma once

#include "jacquard/workload/step_request.hpp"
#include "jacquard/workload/step_works.hpp"

namespace jacquard::workload {

class WorkAdder {
 public:
  // Weights that stay for `micro_batches` are cast once for these.
  WorkAdder(const StepRequest& request, StepProgram& program, int micro_batches = 1)
      : request_(request), program_(program), weight_uses_(micro_batches) {}

  bool macs() const { return request_.counting == Counting::macs; }
  double value_bytes() const { return macs() ? 1 : bytes_of_activations(); }
  double gradient_bytes() const { return macs() ? 1 : bytes_per_value(request_.gradient_type); }

  // Throws ConfigError beyond 2^62 bytes.
  int add(const ComputeWork& work);
  // A few operations on each of `values`, for which so many bytes are moved. COSMIC's counting
  // moves one for each.
  Both elementwise(double values, double forward_bytes, double backward_bytes);
  // C[m,n] = A[m,k] B[k,n].
  int gemm(double m, double n, double k, double count = 1) {
    return gemm_in(type_outside_linear(), m, n, k, count);
  }
  // x[rows,in] W[in,out] of a layer; `input` whether x has a gradient.
  Linear linear(double rows, double in, double out, bool input = true);
  // The same of a matrix that may have an adapter.
  Linear linear_of(MatrixOf of, double rows, double in, double out);
  // The same outside layers, and of the router: it stays in bf16.
  Linear wide_linear(double rows, double in, double out, bool input = true);
  // Of attention and what is not a layer's matrix: a type below bf16 is of matrices alone.
  NumberType type_outside_linear() const {
    return bytes_per_value(request_.type) < 2 ? NumberType::bf16 : request_.type;
  }
  // As COSMIC's generator has the embedding: a product of one-hot rows, with both gradients.
  Both counted_look_up(double rows, double vocabulary, double hidden);
  // None for a group of one, or without bytes. Throws ConfigError beyond 2^62 bytes.
  int communicate(CollectiveKind kind, double bytes, AxisMask axes, double skew = 0);

 private:
  int gemm_in(NumberType type, double m, double n, double k, double count = 1);
  Linear linear_in(NumberType type, double rows, double in, double out, bool input);
  void add_adapter(double rows, double in, double out, Linear& linear);
  static double bytes_of_activations() { return bytes_per_value(NumberType::bf16); }

  const StepRequest& request_;
  StepProgram& program_;
  double weight_uses_ = 1;  // of a cast
};

Both add_norm(const StepRequest& request, const StepPlan& plan, WorkAdder& adder);
AttentionWorks add_mixer(const StepRequest& request, const StepPlan& plan, Mixer mixer,
                         WorkAdder& adder);
// `up` and `down`: whose matrices they are.
FeedForwardWorks add_feed_forward(const Model& model, double rows, double inner, int tp,
                                  WorkAdder& adder, MatrixOf up = MatrixOf::ffn_up,
                                  MatrixOf down = MatrixOf::ffn_down);
ExpertWorks add_experts(const StepRequest& request, const StepPlan& plan, WorkAdder& adder);

// Tokens of a micro-batch that an NPU's norms and residuals see.
double tokens_outside_tp(const StepRequest& request, const StepPlan& plan);
// Whether training drops values out, as GPTs do.
bool has_dropout(const Model& model);
// Whether norms and residuals are shared out by tokens.
bool shares_tokens(const StepRequest& request);

}  // namespace jacquard::workload
