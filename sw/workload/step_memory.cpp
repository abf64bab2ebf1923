// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/step_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/workload/activations.hpp"
#include "jacquard/workload/mixers.hpp"
#include "jacquard/workload/pipeline_order.hpp"
#include "jacquard/workload/stage_buffers.hpp"
#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {
namespace {

base::Bytes bytes_of(const StepRequest& r, double bytes) {
  constexpr double kMost = 4.6e18;  // 2^62
  if (!(bytes < kMost))
    r.place.fail("less than 2^62 bytes of memory", fmt::format("{:.3g}", bytes));
  return base::Bytes{bytes + 0.5};
}

// Of one micro-batch, through all virtual stages.
double activations(const StepRequest& r, const StepPlan& plan, const StageShare& share) {
  double one = further_activations(r, plan, share.modules);
  for (int i = 0; i < kLayerKinds; ++i) {
    const double layers = base::at(share.layers, i);
    if (layers > 0) one += layers * layer_activations(r, plan, layer_kind(i));
  }
  return one;
}

// torchtitan shards weights in fp32, and casts what it gathers: the master weight is the weight.
bool one_copy_in_fp32(const StepRequest& r) {
  return r.framework == Framework::torchtitan && r.parallelism.zero >= 3;
}

// Of parameters in bf16, and copies of matrices in the bytes that they are multiplied in.
double weight_bytes(const StepRequest& r, const StageShare& share) {
  const Parallelism& p = r.parallelism;
  const double weights =
      (one_copy_in_fp32(r) ? 4 : 2) * shared_out(r, share.parameters, p.zero >= 3);
  if (!keeps_quantised(r)) return weights;
  const double copies = r.quantised_copies * bytes_per_value(r.type);
  return weights + (copies - (r.quantised_parameters ? 2 : 0)) * share.matrices;
}

Memory training_memory(const StepRequest& r, const StepPlan& plan, int stage) {
  const StageShare share = share_of(r, plan, stage);
  const Parallelism& p = r.parallelism;
  const double gradient = bytes_per_value(r.gradient_type);
  StageState state;
  state.pass = activations(r, plan, share) / plan.chunks;
  state.kept =
      state.pass * most_in_flight(p.schedule, stage, p.pp, plan.micro_batches, plan.chunks);
  const Updated updated = updated_by(r, share);
  state.updated = updated.all;
  Memory memory;
  memory.weights = bytes_of(r, weight_bytes(r, share));
  memory.gradients = bytes_of(r, gradient * shared_out(r, share.trained, p.zero >= 2));
  memory.optimizer =
      bytes_of(r, (1 - r.offload.share) * state_bytes(r.optimizer, updated, !one_copy_in_fp32(r)));
  memory.activations = bytes_of(r, state.kept);
  memory.buffers = bytes_of(r, shards_as_fsdp(r) ? fsdp_buffers(r, plan, share)
                                                 : megatron_buffers(r, plan, share, state));
  return memory;
}

// Of one layer, for a sequence of which `cached` tokens lie here.
double kv_bytes(const StepRequest& r, Mixer mixer, double cached) {
  const Model& m = r.model;
  const double size = bytes_per_value(r.kv_type);
  const double tp = r.parallelism.tp;
  if (mixer == Mixer::linear) return state_bytes(m, tp);
  if (!attends(mixer)) return 0;
  if (mixer != Mixer::attention) cached = std::min<double>(cached, m.window);
  return cached * size * kept_values(m, mixer, tp);
}

Memory inference_memory(const StepRequest& r, const StepPlan& plan, int stage) {
  const StageShare share = share_of(r, plan, stage);
  Memory memory;
  memory.weights = bytes_of(r, bytes_per_value(r.type) * shared_out(r, share.parameters, false));
  const double cached =
      r.tokens() / double(r.parallelism.cp) + (r.kind == StepKind::decode ? 1 : 0);
  const double sequences = r.batch / double(r.parallelism.replicas());
  double kv = 0;
  for (int i = 0; i < kLayerKinds; ++i) {
    const double layers = base::at(share.layers, i);
    if (layers > 0) kv += layers * sequences * kv_bytes(r, layer_kind(i).mixer, cached);
  }
  memory.kv = bytes_of(r, kv);
  // What lives from one matrix to the next: two rows of the residual, and the widest between.
  const Model& m = r.model;
  const double widest =
      std::max(m.has_experts() ? m.experts.top_k * double(m.experts.inner) : 0.0, double(m.inner)) *
      (m.gated ? 3 : 2) / r.parallelism.tp;
  memory.activations = bytes_of(r, 2 * plan.tokens * (2 * m.hidden + widest));
  memory.buffers = bytes_of(r, share.ends ? inference_logits(r, plan) : 0);
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

Memory memory_of(const StepRequest& r, int stage) { return memory_with(r, plan_of(r), stage); }
Memory memory_of(const StepRequest& r, const StepPlan& plan, int stage) {
  return memory_with(r, plan, stage);
}

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
