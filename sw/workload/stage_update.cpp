// SPDX-License-Identifier: Apache-2.0
// Behind the last pass: gradients of copies, the optimizer, and weights that others need.
#include <algorithm>

#include "jacquard/workload/pipeline_order.hpp"
#include "jacquard/workload/stage_builder.hpp"
#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {

using Index = OpWriter::Index;

namespace {

double cost_of(const StageMatrix& m) {
  double flops = 0;
  for (const GemmWork& work : newton_schulz(m.rows, m.columns, 1)) {
    flops += amounts_of(work).flops;
  }
  return flops;
}

// Whole matrices are dealt to the replicas that share out the optimizer. The step waits for the
// NPU that has most: its share, but no less than the largest matrix.
std::vector<StageMatrix> dealt_out(const StepRequest& r, std::vector<StageMatrix> matrices) {
  if (r.parallelism.zero == 0) return matrices;
  const RankGrid grid = r.parallelism.grid();
  const double copies = r.parallelism.schedule == PipelineSchedule::dualpipe ? 2 : 1;
  double all = 0;
  std::optional<StageMatrix> largest;
  for (StageMatrix& m : matrices) {
    m.count /= copies * grid.members(replica_axes(r.parallelism, m.expert));
    all += m.count * cost_of(m);
    if (!largest || cost_of(m) > cost_of(*largest)) largest = m;
  }
  if (!largest || all >= cost_of(*largest)) return matrices;
  largest->count = 1;
  return {*largest};
}

double parameters_of(const std::vector<StageMatrix>& matrices, bool in_parts, bool experts) {
  double sum = 0;
  for (const StageMatrix& m : matrices) {
    if (m.expert == experts && (!in_parts || m.parts > 1)) sum += m.parameters();
  }
  return sum;
}

}  // namespace

// Both copies of a tied embedding, or of one that modules look tokens up in, get the sum of their
// gradients.
void StageBuilder::exchange_tied_gradients() {
  const int last_stage = request_.parallelism.pp - 1;
  if (works_.tied < 0 || (stage_ != 0 && stage_ != last_stage)) return;
  const int peer = stage_ == 0 ? last_stage : 0;
  const int first_tag = tag(0, false, plan_.micro_batches);
  const Index last =
      out_.last(kReduceStream) >= 0 ? out_.last(kReduceStream) : out_.last(kComputeStream);
  out_.send(OpLabel::gradient_reduce, works_.tied, peer, first_tag + (stage_ == 0 ? 0 : 1), last);
  out_.receive(OpLabel::gradient_reduce, works_.tied, peer, first_tag + (stage_ == 0 ? 1 : 0));
}

Index StageBuilder::exchange_with_mirror(OpLabel label, double bytes, int tag, Index after) {
  WorkAdder adder(request_, program_);
  const int comm = adder.communicate(CollectiveKind::send, bytes, mask_of(Axis::pp));
  if (comm < 0) return after;
  const int peer = request_.parallelism.pp - 1 - stage_;
  out_.send(label, comm, peer, tag + (stage_ < peer ? 0 : 1), after);
  return out_.receive(label, comm, peer, tag + (stage_ < peer ? 1 : 0));
}

// Of Muon: momenta of whole matrices, their iterations, and the way back.
Index StageBuilder::orthogonalise(const StageShare& share) {
  WorkAdder adder(request_, program_);
  const std::vector<StageMatrix> all = stage_matrices(request_, share);
  const std::vector<StageMatrix> dealt = dealt_out(request_, all);
  Index last = out_.last(kComputeStream);
  // Momenta in bf16 of what an NPU holds, each matrix to whom it is dealt.
  const auto to_owners = [&] {
    if (request_.parallelism.zero < 2) return;
    for (const bool experts : {false, true}) {
      const AxisMask axes = replica_axes(request_.parallelism, experts);
      const double parameters = parameters_of(all, false, experts) / program_.grid.members(axes);
      last = out_.communicate(OpLabel::weight_gather,
                              adder.communicate(CollectiveKind::all_to_all, 2 * parameters, axes),
                              kGatherStream, last);
    }
  };
  to_owners();
  const double in_parts = parameters_of(dealt, true, false) + parameters_of(dealt, true, true);
  last = out_.communicate(
      OpLabel::tp_comm,
      adder.communicate(CollectiveKind::all_gather, 2 * in_parts, mask_of(Axis::tp)), kTensorStream,
      last);
  for (const StageMatrix& m : dealt) {
    std::vector<int> works;
    for (const GemmWork& work : newton_schulz(m.rows, m.columns, m.count)) {
      works.push_back(adder.add(work));
    }
    for (int i = 0; i < kNewtonSchulzIterations; ++i) {
      for (const int work : works) last = out_.compute(OpLabel::optimizer, work, last);
    }
  }
  to_owners();
  return last;
}

Index StageBuilder::update_weights(const StageShare& share, Index after, Index also) {
  const Updated updated = updated_by(request_, share);
  WorkAdder adder(request_, program_);
  if (adder.macs()) {
    const int work = adder.add(ElementwiseWork{updated.all, updated.all});
    return out_.compute(OpLabel::optimizer, work, after, also);
  }
  const Offload& offload = request_.offload;
  Updated on_npu = updated;
  for (double Updated::*part : {&Updated::all, &Updated::in_matrices, &Updated::sums}) {
    on_npu.*part *= 1 - offload.share;
  }
  Index last = after;
  if (on_npu.all > 0) {
    const int work = adder.add(update_work(request_.optimizer, on_npu));
    last = out_.compute(OpLabel::optimizer, work, after, also);
  }
  if (offload.share > 0) {
    const int work = adder.add(host_work(request_.optimizer, updated, offload));
    last = out_.compute(OpLabel::optimizer, work, after, also);
  }
  return request_.optimizer == Optimizer::muon ? orthogonalise(share) : last;
}

void StageBuilder::update() {
  out_.within(Phase::update, StepOp::kNone, StepOp::kNone);
  weights_.reduce_rest();
  exchange_tied_gradients();
  const StageShare share = share_of(request_, plan_, stage_);
  const bool mirrored = request_.parallelism.schedule == PipelineSchedule::dualpipe;
  const bool shards = request_.parallelism.zero >= 1;
  const double held = shared_out(request_, share.trained, shards);
  if (held <= 0) return;
  const int first_tag = tag(0, false, plan_.micro_batches);
  Index exchanged = works_.tied >= 0 ? out_.last(kReceiveStream) : OpWriter::kNothing;
  const Index reduced = out_.last(kReduceStream);
  if (mirrored) {
    const Index last = reduced >= 0 ? reduced : out_.last(kComputeStream);
    const double bytes = bytes_per_value(request_.gradient_type) * (shards ? held / 2 : held);
    exchanged = exchange_with_mirror(OpLabel::gradient_reduce, bytes, first_tag, last);
  }
  Index updated = update_weights(share, reduced, exchanged);
  if (mirrored && shards) {
    updated = exchange_with_mirror(OpLabel::weight_gather, held, first_tag + 2, updated);
  }
  if (request_.parallelism.zero == 1 && !gathers_beside()) weights_.gather_updated(updated);
}

}  // namespace jacquard::workload
