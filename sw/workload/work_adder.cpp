// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/work_adder.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jacquard::workload {

namespace {

// `what` of a step has fewer than 2^62 bytes.
void require_countable(const StepRequest& request, const char* what, double bytes) {
  constexpr double kMost = 4.6e18;
  if (bytes < kMost) return;
  request.place.fail(fmt::format("a {} of fewer than 2^62 bytes", what),
                     fmt::format("{:.3g}", bytes), "the model or the micro-batch is too large");
}

}  // namespace

int WorkAdder::add(const ComputeWork& work) {
  require_countable(request_, "computation", amounts_of(work).bytes);
  program_.works.push_back(work);
  return static_cast<int>(program_.works.size()) - 1;
}

Both WorkAdder::elementwise(double values, double forward_bytes, double backward_bytes) {
  constexpr double kOperations = 5;  // a norm's, as COSMIC's generator has it
  if (macs()) {
    const ElementwiseWork work{kOperations * values, values};
    return {add(work), add(work)};
  }
  return {add(ElementwiseWork{kOperations * values, forward_bytes * values}),
          add(ElementwiseWork{2 * kOperations * values, backward_bytes * values})};
}

int WorkAdder::gemm_in(NumberType type, double m, double n, double k, double count) {
  if (macs()) return add(ElementwiseWork{m * n * k * count, m * n * count});
  return add(GemmWork{m, n, k, count, type});
}

Linear WorkAdder::linear_in(NumberType type, double rows, double in, double out, bool input) {
  Linear linear;
  linear.forward = gemm_in(type, rows, out, in);
  const int slices = shares_tokens(request_) ? request_.parallelism.tp_slices : 1;
  if (slices > 1) linear.slice.forward = gemm_in(type, rows / slices, out, in);
  if (request_.kind != StepKind::train) return linear;
  if (input) linear.data = gemm_in(type, rows, in, out);
  if (input && slices > 1) linear.slice.backward = gemm_in(type, rows / slices, in, out);
  if (!request_.lora.freezes()) linear.weights = gemm_in(type, in, out, rows);
  if (macs() || bytes_per_value(type) >= 2) return linear;
  // With dynamic scales a bf16 operand is read for its largest value, read again and written in a
  // byte: 5 bytes. What the backward pass multiplies along the other side is transposed: 2 more.
  // Weights are cast by the first micro-batch that finds them changed (Transformer Engine).
  const double x = rows * in;
  const double w = in * out / weight_uses_;
  const double gradient = rows * out;
  linear.cast = {add(ElementwiseWork{2 * (x + w), 5 * (x + w)}),
                 add(ElementwiseWork{2 * gradient, 7 * gradient + 2 * (x + w)})};
  return linear;
}

Linear WorkAdder::linear(double rows, double in, double out, bool input) {
  return linear_in(request_.type, rows, in, out, input);
}

Linear WorkAdder::linear_of(MatrixOf of, double rows, double in, double out) {
  Linear all = linear(rows, in, out);
  if (request_.kind == StepKind::train && request_.lora.adapts(of)) {
    add_adapter(rows, in, out, all);
  }
  return all;
}

// In bf16. The gradients of both of its matrices are one work, as large as both.
void WorkAdder::add_adapter(double rows, double in, double out, Linear& linear) {
  const double rank = request_.lora.rank;
  linear.adapter_down = {gemm(rows, rank, in), gemm(rows, in, rank)};
  linear.adapter_up = {gemm(rows, out, rank), gemm(rows, rank, out)};
  linear.adapter_sum = {add(ElementwiseWork{rows * out, 6 * rows * out}),
                        add(ElementwiseWork{rows * in, 6 * rows * in})};
  linear.weights = gemm(in + out, rank, rows);
}

Linear WorkAdder::wide_linear(double rows, double in, double out, bool input) {
  return linear_in(type_outside_linear(), rows, in, out, input);
}

Both WorkAdder::counted_look_up(double rows, double vocabulary, double hidden) {
  const double products = rows * vocabulary * hidden;
  return {add(ElementwiseWork{products, rows * hidden}),
          add(ElementwiseWork{2 * products, (rows + hidden) * vocabulary})};
}

int WorkAdder::communicate(CollectiveKind kind, double bytes, AxisMask axes, double skew) {
  require_countable(request_, "communication", bytes);
  if (axes != 0 && program_.grid.members(axes) == 1) return -1;
  if (bytes <= 0) return -1;
  program_.comms.push_back({kind, base::Bytes{std::ceil(bytes)}, axes, skew});
  return static_cast<int>(program_.comms.size()) - 1;
}

bool shares_tokens(const StepRequest& r) {
  return r.parallelism.sequence_parallel && r.parallelism.tp > 1 && r.kind != StepKind::decode;
}

double tokens_outside_tp(const StepRequest& r, const StepPlan& plan) {
  return shares_tokens(r) ? plan.tokens / r.parallelism.tp : plan.tokens;
}

}  // namespace jacquard::workload
