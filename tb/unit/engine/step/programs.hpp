// SPDX-License-Identifier: Apache-2.0
// Step programs written in a test, with a duration for each operation.
#pragma once

#include <vector>

#include "jacquard/engine/step/list_schedule.hpp"

namespace jacquard::tb {

using engine::step::CommTime;
using workload::OpKind;
using workload::StepOp;
using After = std::vector<std::uint32_t>;

struct Written {
  workload::StepProgram program;
  std::vector<base::Picoseconds> works;
  std::vector<CommTime> comms;

  explicit Written(int classes) {
    program.classes.resize(static_cast<std::size_t>(classes));
    for (int c = 0; c < classes; ++c) base::at(program.classes, c).stage = c;
  }

  std::uint32_t add(int of_class, StepOp op, const After& after) {
    workload::ClassProgram& own = base::at(program.classes, of_class);
    own.add(op, after);
    return static_cast<std::uint32_t>(own.ops.size() - 1);
  }
  std::uint32_t compute(int of_class, std::int64_t time, const After& after = {}) {
    StepOp op;
    op.work = static_cast<std::int32_t>(works.size());
    works.emplace_back(time);
    program.works.emplace_back();
    return add(of_class, op, after);
  }
  std::int32_t comm(CommTime time) {
    comms.push_back(time);
    program.comms.emplace_back();
    return static_cast<std::int32_t>(comms.size() - 1);
  }
  std::uint32_t collective(int of_class, std::uint8_t stream, std::int64_t time,
                           std::uint32_t dimensions, const After& after = {}) {
    StepOp op;
    op.kind = OpKind::collective;
    op.label = workload::OpLabel::weight_gather;
    op.stream = stream;
    op.work = comm({base::Picoseconds{time}, base::Picoseconds{0}, dimensions});
    return add(of_class, op, after);
  }
  std::uint32_t send(int of_class, int to, std::int32_t tag, CommTime time,
                     const After& after = {}) {
    StepOp op;
    op.kind = OpKind::send;
    op.label = workload::OpLabel::pipeline_comm;
    op.stream = workload::kSendStream;
    op.peer = to;
    op.tag = tag;
    op.work = comm(time);
    return add(of_class, op, after);
  }
  std::uint32_t receive(int of_class, int from, std::int32_t tag, const After& after = {}) {
    StepOp op;
    op.kind = OpKind::receive;
    op.label = workload::OpLabel::pipeline_comm;
    op.stream = workload::kReceiveStream;
    op.peer = from;
    op.tag = tag;
    return add(of_class, op, after);
  }
  std::int64_t run(engine::step::ListSchedule& schedule,
                   engine::Order order = engine::Order::fifo) const {
    return schedule.run(program, {works, comms}, order).count();
  }
};

inline std::vector<base::Span<const engine::Interval>> intervals_of(
    const engine::step::ListSchedule& schedule, const Written& written) {
  std::vector<base::Span<const engine::Interval>> all;
  for (std::size_t c = 0; c < written.program.classes.size(); ++c) {
    all.push_back(schedule.intervals(static_cast<int>(c)));
  }
  return all;
}

}  // namespace jacquard::tb
