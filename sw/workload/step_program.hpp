// SPDX-License-Identifier: Apache-2.0
// A step of a model under a parallelism, in the compact form that a search can afford: a list of
// operations for each class of NPUs, with works and communications shared by number. The same
// program becomes OpGraphs, one for each class (job_of_program.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/workload/compute_work.hpp"
#include "jacquard/workload/op_node.hpp"

namespace jacquard::workload {

// Along which the NPUs of a step are numbered, each NPU being one combination of places.
//   tp  tensor   cp  context (sequence)   ep  experts   dp  data   pp  pipeline stages
// Layers without experts see ep x dp as their data parallelism.
enum class Axis : std::uint8_t { tp, cp, ep, dp, pp };
inline constexpr std::size_t kAxes = 5;
const char* name_of(Axis axis);
using AxisMask = std::uint8_t;  // bit of each Axis
constexpr AxisMask mask_of(Axis axis) {
  return static_cast<AxisMask>(1U << static_cast<unsigned>(axis));
}

// Where the axes lie: `order` from the nearest (whose places differ by the least NPU numbers) on.
struct RankGrid {
  std::array<int, kAxes> degree{1, 1, 1, 1, 1};
  std::array<Axis, kAxes> order{Axis::tp, Axis::cp, Axis::ep, Axis::dp, Axis::pp};

  int size() const;
  int stride(Axis axis) const;  // of NPU numbers
  int place(int npu, Axis axis) const;
  // How many NPUs differ in these axes only.
  int members(AxisMask axes) const;
};

// What the operation is for: rows, timelines and explanations sum by it.
enum class OpLabel : std::uint8_t {
  embedding,
  attention_norm,
  qkv,
  attention,
  attention_out,
  ffn_norm,
  ffn_up,
  ffn_down,
  router,
  experts,
  shared_experts,
  activation,
  residual,
  logits,
  loss,
  optimizer,
  recompute,
  gradient_sum,
  cast,
  tp_comm,
  cp_comm,
  ep_dispatch,
  ep_combine,
  weight_gather,
  gradient_reduce,
  pipeline_comm,
  other,
};
const char* name_of(OpLabel label);  // "ffn_up"

// A communication that several operations make.
struct CommWork {
  CollectiveKind kind = CollectiveKind::all_reduce;
  base::Bytes bytes{0};  // what each member puts in, as OpNode::bytes
  AxisMask axes = 0;     // its group: the NPUs that differ in these axes only
  double skew = 0;       // of an all-to-all to experts: `bytes` are of the busiest; 0: uniform
};

// One operation of a class. Operations are in the order of their streams: those of one stream run
// one after the other in the order of the list.
struct StepOp {
  static constexpr int kNone = -1;
  OpKind kind = OpKind::compute;  // compute, collective, send, receive, marker
  OpLabel label = OpLabel::other;
  Phase phase = Phase::none;
  // Communication streams are in order as well. 0: computation; 1 and more: communication, one for
  // each (CommStream).
  std::uint8_t stream = 0;
  std::int16_t layer = kNone;  // of the model
  std::int16_t micro_batch = kNone;
  std::int32_t work = kNone;  // index into StepProgram::works (compute) or comms (collective, send)
  std::int32_t peer = kNone;  // class of the other side of a send or receive
  std::int32_t tag = 0;       // a receive is of the peer's send of the same tag
  std::uint32_t first_dependency = 0;  // in ClassProgram::dependencies
  std::uint32_t dependencies = 0;
};

enum CommStream : std::uint8_t {
  kComputeStream = 0,
  kTensorStream = 1,  // tp, and cp's gathers
  kExpertStream = 2,  // dispatch and combine
  kGatherStream = 3,  // sharded weights
  kReduceStream = 4,  // gradients
  kSendStream = 5,    // pipeline, forward and backward
  kReceiveStream = 6,
  kStreams = 7,
};

struct ClassProgram {
  int stage = 0;  // place on the pp axis
  std::vector<StepOp> ops;
  std::vector<std::uint32_t> dependencies;  // indices into ops, each below the op that has it

  // Beside the order of its stream.
  void add(StepOp op, const std::vector<std::uint32_t>& after);
};

struct StepProgram {
  RankGrid grid;
  std::vector<ComputeWork> works;
  std::vector<CommWork> comms;
  std::vector<ClassProgram> classes;  // one for each stage: NPUs of a stage do the same
  std::string source = "training step";

  double model_flops = 0;  // of all NPUs, recomputation not counted (MFU, DESIGN.md)
};

}  // namespace jacquard::workload
