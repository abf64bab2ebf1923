// SPDX-License-Identifier: Apache-2.0
// Appends operations to a class, with the dependencies that the order of streams does not give.
#pragma once

#include <array>
#include <initializer_list>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::workload {

class OpWriter {
 public:
  // The index of an operation, or that nothing has to be waited for.
  using Index = int;
  static constexpr Index kNothing = -1;

  explicit OpWriter(ClassProgram& program) : program_(program) { last_.fill(kNothing); }

  // What the operations that follow are of.
  struct Of {
    Phase phase = Phase::none;
    int layer = StepOp::kNone;
    int micro_batch = StepOp::kNone;
  };
  void within(const Of& of) {
    like_.phase = of.phase;
    like_.layer = static_cast<std::int16_t>(of.layer);
    like_.micro_batch = static_cast<std::int16_t>(of.micro_batch);
  }
  void within(Phase phase, int layer, int micro_batch) { within(Of{phase, layer, micro_batch}); }

  // A work or communication of number -1 is none: what would wait for it waits for `after`.
  Index compute(OpLabel label, int work, Index after = kNothing, Index also = kNothing) {
    if (work < 0) return after;
    return add(OpKind::compute, relabelled(label), kComputeStream, work, after, also);
  }
  Index communicate(OpLabel label, int comm, CommStream stream, Index after) {
    if (comm < 0) return after;
    return add(OpKind::collective, label, stream, comm, after, kNothing);
  }
  Index send(OpLabel label, int comm, int peer, int tag, Index after) {
    const Index index = add(OpKind::send, label, kSendStream, comm, after, kNothing);
    address(peer, tag);
    return index;
  }
  Index receive(OpLabel label, int comm, int peer, int tag) {
    const Index index = add(OpKind::receive, label, kReceiveStream, comm, kNothing, kNothing);
    address(peer, tag);
    return index;
  }

  Of of() const { return {like_.phase, like_.layer, like_.micro_batch}; }

  // What is computed from now on is computed again.
  void recomputing(bool yes) { recomputing_ = yes; }
  // The next operation, of whatever stream, waits for this one too.
  void hold(Index index) { held_ = index; }
  // The last operation of a stream so far, and the computation before the last one.
  Index last(CommStream stream) const { return base::at(last_, stream); }
  Index before_last_computation() const { return before_last_; }

 private:
  OpLabel relabelled(OpLabel label) const { return recomputing_ ? OpLabel::recompute : label; }

  Index add(OpKind kind, OpLabel label, CommStream stream, int work, Index after, Index also) {
    StepOp op = like_;
    op.kind = kind;
    op.label = label;
    op.stream = stream;
    op.work = work;
    op.first_dependency = static_cast<std::uint32_t>(program_.dependencies.size());
    for (const Index before : {after, also, held_}) {
      if (before < 0 || program_.ops[base::index(before)].stream == stream) continue;
      program_.dependencies.push_back(static_cast<std::uint32_t>(before));
      ++op.dependencies;
    }
    program_.ops.push_back(op);
    const Index index = static_cast<Index>(program_.ops.size()) - 1;
    held_ = kNothing;
    if (stream == kComputeStream) before_last_ = last_[stream];
    last_[stream] = index;
    return index;
  }
  void address(int peer, int tag) {
    program_.ops.back().peer = peer;
    program_.ops.back().tag = tag;
  }

  ClassProgram& program_;
  StepOp like_;
  std::array<Index, kStreams> last_{};
  Index before_last_ = kNothing;
  Index held_ = kNothing;
  bool recomputing_ = false;
};

}  // namespace jacquard::workload
