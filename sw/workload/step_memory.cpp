// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/step_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/activations.hpp"
#include "jacquard/workload/pipeline_order.hpp"
#include "jacquard/workload/step_works.hpp"
#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {
namespace {

constexpr double kOptimizerBytes = 12;  // fp32 master weight and Adam's two moments

base::Bytes bytes_of(const StepRequest& r, double bytes) {
  constexpr double kMost = 4.6e18;  // 2^62
  if (!(bytes < kMost))
    r.place.fail("less than 2^62 bytes of memory", fmt::format("{:.3g}", bytes));
  return base::Bytes{bytes + 0.5};
}

// What a stage holds.
struct Share {
  UnitParameters parameters;  // before they are shared out
  UnitParameters largest;     // of its units
  double layers[2] = {0, 0};  // by kind
  bool ends = false;          // computes the logits
};

void add(const UnitParameters& unit, double times, Share& share) {
  share.parameters.outside_experts += times * unit.outside_experts;
  share.parameters.experts += times * unit.experts;
  if (times > 0 &&
      unit.outside_experts + unit.experts > share.largest.outside_experts + share.largest.experts) {
    share.largest = unit;
  }
}

Share share_of(const StepRequest& r, const StepPlan& plan, int stage) {
  Share share;
  const int pp = r.parallelism.pp;
  const int places = static_cast<int>(plan.virtual_layers.size());
  for (int place = stage; place < places; place += pp) {
    const int first = base::at(plan.first_layers, place);
    for (int i = 0; i < base::at(plan.virtual_layers, place); ++i) {
      share.layers[static_cast<std::size_t>(r.model.kind(first + i))] += 1;
    }
    if (place == 0) add(embedding_on_npu(r), 1, share);
    if (place + 1 == places) {
      add(output_on_npu(r, pp > 1), 1, share);
      share.ends = true;
    }
  }
  for (const LayerKind kind : {LayerKind::dense, LayerKind::experts}) {
    const double layers = share.layers[static_cast<std::size_t>(kind)];
    if (layers > 0) add(layer_on_npu(r, kind), layers, share);
  }
  return share;
}

// Parameters after they are shared out.
double shared_out(const StepRequest& r, const UnitParameters& p, bool yes) {
  if (!yes) return p.outside_experts + p.experts;
  const RankGrid grid = r.parallelism.grid();
  return p.outside_experts / grid.members(replica_axes(false)) +
         p.experts / grid.members(replica_axes(true));
}

double activations(const StepRequest& r, const StepPlan& plan, const Share& share, int stage) {
  const Parallelism& p = r.parallelism;
  double one = 0;  // micro-batch through all virtual stages
  for (const LayerKind kind : {LayerKind::dense, LayerKind::experts}) {
    const double layers = share.layers[static_cast<std::size_t>(kind)];
    if (layers > 0) one += layers * layer_activations(r, plan, kind);
  }
  return one * most_in_flight(p.schedule, stage, p.pp, plan.micro_batches, plan.chunks) /
         plan.chunks;
}

// In training bf16, and in fp32 what the loss takes, its log-softmax and the gradient (PyTorch's
// cross_entropy on logits.float()).
double logits_bytes(const StepRequest& r, const StepPlan& plan) {
  const bool train = r.kind == StepKind::train;
  const double rows = train ? plan.tokens : plan.micro_batch;
  return (train ? 2 + 3 * 4 : 2) * rows * r.model.vocabulary / r.parallelism.tp;
}

// Rows that tp gathers or has sums of, whole: a gradient, what it is multiplied with and the sums
// of the result. Asynchronously the parts are gone when the next come, but for the sums.
double gathered_rows(const StepRequest& r, const StepPlan& plan) {
  if (!shares_tokens(r)) return 0;
  return (r.parallelism.async_tp ? 1 : 3) * 2 * plan.tokens * r.model.hidden;
}

double largest_layer(const StepRequest& r, const StepPlan& plan, const Share& share) {
  double most = 0;
  for (const LayerKind kind : {LayerKind::dense, LayerKind::experts}) {
    if (share.layers[static_cast<std::size_t>(kind)] > 0) {
      most = std::max(most, whole_layer_activations(r, plan, kind));
    }
  }
  return most;
}

Memory training_memory(const StepRequest& r, const StepPlan& plan, int stage) {
  const Share share = share_of(r, plan, stage);
  const Parallelism& p = r.parallelism;
  const double gradient = bytes_per_value(r.gradient_type);
  Memory memory;
  memory.weights = bytes_of(r, 2 * shared_out(r, share.parameters, p.zero >= 3));
  memory.gradients = bytes_of(r, gradient * shared_out(r, share.parameters, p.zero >= 2));
  memory.optimizer = bytes_of(r, kOptimizerBytes * shared_out(r, share.parameters, p.zero >= 1));
  memory.activations = bytes_of(r, activations(r, plan, share, stage));
  const double largest = share.largest.outside_experts + share.largest.experts;
  double buffers = gathered_rows(r, plan) + (share.ends ? logits_bytes(r, plan) : 0);
  if (p.zero >= 3) buffers += 2 * (p.prefetch + 1.0) * largest;  // gathered
  if (p.zero >= 2) buffers += gradient * largest;                // not yet reduced
  if (p.recompute == Recompute::full) buffers += largest_layer(r, plan, share);
  memory.buffers = bytes_of(r, buffers);
  return memory;
}

// Of one layer, for each token in the cache.
double kv_bytes(const StepRequest& r) {
  const Model& m = r.model;
  const double size = bytes_per_value(r.kv_type);
  if (m.is_latent()) return size * (m.latent.kv_rank + m.latent.rope);
  const double heads = std::max(1.0, double(m.kv_head_count()) / r.parallelism.tp);
  return size * 2 * heads * m.size_of_head();
}

Memory inference_memory(const StepRequest& r, const StepPlan& plan, int stage) {
  const Share share = share_of(r, plan, stage);
  Memory memory;
  memory.weights = bytes_of(r, bytes_per_value(r.type) * shared_out(r, share.parameters, false));
  const double cached =
      r.tokens() / double(r.parallelism.cp) + (r.kind == StepKind::decode ? 1 : 0);
  const double sequences = r.batch / double(r.parallelism.replicas());
  memory.kv = bytes_of(r, (share.layers[0] + share.layers[1]) * sequences * cached * kv_bytes(r));
  // What lives from one matrix to the next: two rows of the residual, and the widest between.
  const Model& m = r.model;
  const double widest =
      std::max(m.has_experts() ? m.experts.top_k * double(m.experts.inner) : 0.0, double(m.inner)) *
      (m.gated ? 3 : 2) / r.parallelism.tp;
  memory.activations = bytes_of(r, 2 * plan.tokens * (2 * m.hidden + widest));
  memory.buffers = bytes_of(r, share.ends ? logits_bytes(r, plan) : 0);
  return memory;
}

Memory memory_with(const StepRequest& r, const StepPlan& plan, int stage) {
  const Memory m = r.kind == StepKind::train ? training_memory(r, plan, stage)
                                             : inference_memory(r, plan, stage);
  double sum = 0;
  for (const base::Bytes part :
       {m.weights, m.gradients, m.optimizer, m.activations, m.kv, m.buffers}) {
    sum += static_cast<double>(part.count());
  }
  bytes_of(r, sum);  // or Memory::total() would wrap
  return m;
}

}  // namespace

double parameters_updated(const StepRequest& r, const StepPlan& plan, int stage) {
  return shared_out(r, share_of(r, plan, stage).parameters, r.parallelism.zero >= 1);
}

Memory memory_of(const StepRequest& r, int stage) { return memory_with(r, plan_of(r), stage); }

Memory largest_memory(const StepRequest& r) {
  const StepPlan plan = plan_of(r);
  Memory most;
  for (int stage = 0; stage < r.parallelism.pp; ++stage) {
    const Memory memory = memory_with(r, plan, stage);
    if (stage == 0 || most.total() < memory.total()) most = memory;
  }
  return most;
}

}  // namespace jacquard::workload
