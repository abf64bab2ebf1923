// SPDX-License-Identifier: Apache-2.0
// The works of a layer: norms, the dense feed-forward, experts.
#include <algorithm>

#include "jacquard/workload/expert_loads.hpp"
#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {

bool has_dropout(const Model& m) { return !m.gated && m.layer_norm; }

// With the addition before it. Without dropout one kernel reads two rows and writes two, as its
// gradient does. With it an addition with dropout (7 bytes a value: two read, one written, a mask)
// precedes the norm, and the gradients of both and of the residual are kernels of their own.
Both add_norm(const StepRequest& r, const StepPlan& plan, WorkAdder& adder) {
  const bool dropout = has_dropout(r.model) && r.kind == StepKind::train;
  return adder.elementwise(tokens_outside_tp(r, plan) * r.model.hidden, dropout ? 11 : 8,
                           dropout ? 17 : 8);
}

FeedForwardWorks add_feed_forward(const Model& m, double rows, double inner, int tp,
                                  WorkAdder& adder, MatrixOf up, MatrixOf down) {
  FeedForwardWorks works;
  if (inner <= 0) return works;
  const double part = inner / tp;
  works.up = adder.linear_of(up, rows, m.hidden, (m.gated ? 2 : 1) * part);
  // Forward: reads one or two, writes one. Backward: reads those and the gradient, writes theirs.
  works.activation = adder.elementwise(rows * part, m.gated ? 6 : 4, m.gated ? 10 : 6);
  works.down = adder.linear_of(down, rows, part, m.hidden);
  works.again = m.gated ? adder.linear(rows, m.hidden, part).forward : works.down.forward;
  return works;
}

namespace {

// Serving engines sort the tokens of all devices on each. Training sorts those that arrived: where
// none is busier than others, rows of one choice for the experts that the device has.
ExpertWork expert_work(const StepRequest& r, const StepPlan& plan, const WorkAdder& adder) {
  const Model& m = r.model;
  const Parallelism& p = r.parallelism;
  const double tokens = plan.tokens * p.ep * (p.folds(Axis::cp) ? p.cp : 1);
  ExpertWork work;
  work.tokens = tokens;
  work.hidden = m.expert_width();
  work.inner = m.experts.inner;
  work.top_k = m.experts.top_k;
  work.experts = m.experts.count;
  work.tensor_parallel = p.expert_tp();
  work.expert_parallel = p.expert_parts();
  work.gated = m.gated;
  work.skew = r.expert_skew;
  work.type = r.type;
  if (r.kind != StepKind::train || r.expert_skew > 0 || adder.macs()) return work;
  work.tokens = tokens * m.experts.top_k / p.expert_parts();
  work.top_k = 1;
  work.experts = m.experts.count / p.expert_parts();
  work.expert_parallel = 1;
  // HybridEP's kernels sort as they send (dispatch with permute).
  work.sorted = sends_tokens(r) && r.software.expert_path == ExpertPath::hybridep;
  return work;
}

// What experts of a training step move beside their products, in bytes of a row forward; backward
// twice as many. An eager activation reads and writes bf16 in each operation, of the inner width:
// two clamps, the sigmoid of the gate and its product, an offset, the product of both, and before
// them a bias of twice the width; then in fp32 the router's weight, and a cast. Of the model's
// width the last bias, with its weight and its sum. Below bf16 rows are cast as those of other
// matrices are: what goes into both products, 5 bytes a value (WorkAdder::linear).
double bytes_beside(const StepRequest& r) {
  const double inner = double(r.model.experts.inner) / r.parallelism.expert_tp();
  const double width = r.model.expert_width();
  double bytes = 0;
  if (r.software.eager_activation) {
    bytes += inner * (2 * 4 + 4 + 6 + 4 + 6 + 8 + 6 + 6) + width * (4 + 6 + 6);
  }
  if (bytes_per_value(r.type) < 2 && !r.software.fused_experts) bytes += 5 * (width + inner);
  return bytes;
}

Both add_beside(const StepRequest& r, double rows, WorkAdder& adder) {
  const double bytes = rows * r.parallelism.expert_tp() * bytes_beside(r);
  if (bytes <= 0) return {};
  return {adder.add(ElementwiseWork{0, bytes}), adder.add(ElementwiseWork{0, 2 * bytes})};
}

}  // namespace

bool sends_tokens(const StepRequest& r) {
  return r.kind == StepKind::train && r.expert_skew == 0 && r.counting == Counting::flops &&
         r.software.expert_path != ExpertPath::all_to_all;
}

bool exchanges_beside(const StepRequest& r, const StepPlan& plan) {
  return r.kind == StepKind::train && r.software.experts_beside && plan.micro_batches > 1;
}

ExpertWorks add_experts(const StepRequest& r, const StepPlan& plan, WorkAdder& adder) {
  const Model& m = r.model;
  const Parallelism& p = r.parallelism;
  const double tokens = tokens_outside_tp(r, plan);
  const double rows = tokens * m.experts.top_k;
  ExpertWorks works;
  // Matrices into and out of what experts take are as large as one of twice the width.
  works.router = adder.wide_linear(tokens, m.hidden, m.experts.count + 2.0 * m.experts.latent);
  works.activation = adder.elementwise(plan.tokens * m.experts.top_k * m.experts.inner / p.tp,
                                       m.gated ? 6 : 4, m.gated ? 10 : 6);
  if (r.kind == StepKind::train && !adder.macs()) works.beside = add_beside(r, rows, adder);
  const ExpertWork work = expert_work(r, plan, adder);
  ExpertWork backward = work;
  backward.backward = true;
  if (adder.macs()) {
    const Amounts amounts = amounts_of(work);
    works.products.forward = adder.add(ElementwiseWork{amounts.flops / 2, rows * m.expert_width()});
    works.products.backward =
        adder.add(ElementwiseWork{amounts.flops, 2 * rows * m.expert_width()});
    works.gradient = works.products.forward;
  } else {
    works.products.forward = adder.add(work);
    works.gradient = works.products.forward;  // of one operand: as many products as forward
    works.products.backward = adder.add(backward);
  }
  works.weights = works.gradient;
  if (r.lora.freezes()) {
    works.products.backward = works.gradient;
    works.weights = -1;
  }
  works.shared = add_feed_forward(m, plan.tokens, m.experts.shared_inner, p.tp, adder,
                                  MatrixOf::shared, MatrixOf::shared);
  if (m.experts.shared_inner > 0) works.sum = adder.elementwise(tokens * m.hidden, 6, 0);
  // The busiest device's port is the bottleneck of a skewed exchange.
  const double bytes = rows * m.expert_width() * adder.value_bytes() * busiest_over_mean(work);
  AxisMask ep = mask_of(Axis::ep);
  for (const Axis axis : p.fold) ep = static_cast<AxisMask>(ep | mask_of(axis));
  const double beside = exchanges_beside(r, plan) ? kHiddenExchange : 0;
  const auto exchange = [&] {
    const auto part = [&](double share) {
      return adder.communicate(CollectiveKind::all_to_all, share * bytes, ep, r.expert_skew);
    };
    return Exchange{part(1 - beside), part(beside)};
  };
  works.dispatch = exchange();
  // Where a token goes once to each place, the way back takes another time (train::exchange_times).
  works.combine = sends_tokens(r) ? exchange() : works.dispatch;
  if (!shares_tokens(r) || p.expert_tp() == 1) return works;
  const AxisMask tp = mask_of(Axis::tp);
  works.gather = adder.communicate(CollectiveKind::all_gather, bytes, tp);
  works.scatter = adder.communicate(CollectiveKind::reduce_scatter, bytes * p.tp, tp);
  return works;
}

}  // namespace jacquard::workload
