// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/job/step_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/report/timeline/free_lanes.hpp"
#include "jacquard/rounds/names.hpp"

namespace jacquard::report {
namespace {

using engine::Interval;
using workload::Axis;
using workload::ClassProgram;
using workload::OpKind;
using workload::StepOp;
using workload::StepProgram;

constexpr const char* kStreams[] = {
    "compute", "tensor and context parallel", "experts", "weights", "gradients", "sends",
    "receives"};
constexpr int kMostLanes = 1000;
constexpr int kWaits = kMostLanes - 1;  // below the computation

const char* phase_name(workload::Phase phase) {
  static constexpr const char* names[] = {"", "forward", "backward", "update", "prefill", "decode"};
  return base::at(names, phase);
}

std::string axes_text(workload::AxisMask axes) {
  std::string text;
  for (const Axis axis : {Axis::tp, Axis::cp, Axis::ep, Axis::dp, Axis::pp}) {
    if ((axes & workload::mask_of(axis)) == 0) continue;
    text += (text.empty() ? "" : "+") + std::string(workload::name_of(axis));
  }
  return text;
}

Arguments arguments_of(const StepProgram& program, const StepOp& op) {
  Arguments about;
  if (op.phase != workload::Phase::none) about.add("phase", phase_name(op.phase));
  if (op.layer >= 0) about.add("layer", op.layer);
  if (op.micro_batch >= 0) about.add("micro_batch", op.micro_batch);
  if (op.work >= 0 && op.kind == OpKind::compute) {
    const workload::Amounts amounts = workload::amounts_of(base::at(program.works, op.work));
    about.add_json("flops", fmt::format("{:.0f}", amounts.flops));
    about.add_json("bytes", fmt::format("{:.0f}", amounts.bytes));
  } else if (op.work >= 0) {
    const workload::CommWork& comm = base::at(program.comms, op.work);
    if (op.kind == OpKind::collective) {
      about.add("collective", rounds::name_of(comm.kind));
      about.add("among", axes_text(comm.axes));
    }
    about.add("bytes", comm.bytes.count());
  }
  return about;
}

// Of each operation: its stream x kMostLanes + its lane there.
std::vector<int> numbers_of(const ClassProgram& program, const std::vector<Interval>& intervals) {
  std::vector<std::size_t> order(intervals.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return intervals[a].begin < intervals[b].begin;
  });
  std::map<int, FreeLanes> streams;
  std::vector<int> numbers(intervals.size());
  for (const std::size_t i : order) {
    const int stream = program.ops[i].stream;
    const int lane = streams[stream].take(intervals[i].begin.count(), intervals[i].end.count());
    numbers[i] = stream * kMostLanes + std::min(lane, kWaits - 1);
  }
  return numbers;
}

std::string lane_name(int number) {
  if (number == kWaits) return "waits";
  const int lane = number % kMostLanes;
  return base::at(kStreams, number / kMostLanes) +
         (lane == 0 ? "" : fmt::format(" ({})", lane + 1));
}

using Reasons = std::map<std::pair<int, std::uint32_t>, engine::step::Because>;

void add_class(Timeline& timeline, const StepProgram& program, int number,
               const std::vector<Interval>& times, const Reasons& critical,
               const std::vector<engine::step::Idle>& idle) {
  const ClassProgram& own = base::at(program.classes, number);
  const int npus = program.grid.size() / program.grid.degree[static_cast<std::size_t>(Axis::pp)];
  const int group =
      timeline.add_group(number + 1, fmt::format("stage {} ({} NPUs)", own.stage, npus));
  const std::vector<int> numbers = numbers_of(own, times);
  std::map<int, int> lanes;  // by number
  for (const int n : numbers) lanes[n] = 0;
  if (!idle.empty()) lanes[kWaits] = 0;
  for (auto& [n, lane] : lanes) lane = timeline.add_lane(group, n, lane_name(n));
  for (std::size_t i = 0; i < own.ops.size(); ++i) {
    const StepOp& op = own.ops[i];
    Arguments about = arguments_of(program, op);
    const auto why = critical.find({number, static_cast<std::uint32_t>(i)});
    if (why != critical.end()) about.add("critical", engine::step::name_of(why->second));
    timeline.spans.push_back({lanes.at(numbers[i]), times[i].begin.count(), times[i].end.count(), 0,
                              workload::name_of(op.label),
                              op.stream == 0 ? "compute" : "communication", std::move(about)});
  }
}

// After all operations, whose places arrows name.
void add_waits(Timeline& timeline, int group, const std::vector<engine::step::Idle>& idle) {
  const auto lane = std::find_if(timeline.lanes.begin(), timeline.lanes.end(), [&](const Lane& l) {
    return l.group == group && l.number == kWaits;
  });
  for (const engine::step::Idle& wait : idle) {
    timeline.spans.push_back({static_cast<int>(lane - timeline.lanes.begin()),
                              wait.interval.begin.count(), wait.interval.end.count(), 0,
                              wait.bubble ? "bubble" : "exposed communication", "wait"});
  }
}

// Calls `act` with each operation of `kind`, its message and its span. Sends of a class to another
// with one tag, in their order, are of the receives in theirs.
using Message = std::tuple<int, int, int, int>;  // from, to, tag, which
template <class Act>
void for_each(const StepProgram& program, OpKind kind, const Act& act) {
  std::map<Message, int> seen;
  std::size_t span = 0;
  for (int c = 0; c < static_cast<int>(program.classes.size()); ++c) {
    for (const StepOp& op : base::at(program.classes, c).ops) {
      const std::size_t own = span++;
      if (op.kind != kind) continue;
      const bool sends = kind == OpKind::send;
      Message message{sends ? c : op.peer, sends ? op.peer : c, op.tag, 0};
      std::get<3>(message) = seen[message]++;
      act(message, own);
    }
  }
}

std::vector<Arrow> arrows_of(const StepProgram& program) {
  std::vector<Arrow> arrows;
  std::map<Message, std::size_t> of_message;
  for_each(program, OpKind::send, [&](const Message& message, std::size_t span) {
    of_message[message] = arrows.size();
    arrows.push_back({span});
  });
  for_each(program, OpKind::receive, [&](const Message& message, std::size_t span) {
    const auto arrow = of_message.find(message);
    if (arrow != of_message.end()) arrows[arrow->second].to = span;
  });
  return arrows;
}

}  // namespace

Timeline step_timeline(const StepProgram& program,
                       const std::vector<std::vector<Interval>>& intervals,
                       const StepReasons& reasons) {
  Timeline timeline;
  timeline.by_number = true;
  Reasons critical;
  for (const auto& step : reasons.path) critical[{step.of_class, step.op}] = step.because;
  const std::vector<engine::step::Idle> none;
  const auto idle = [&](int c) -> const auto& {
    return c < static_cast<int>(reasons.idle.size()) ? base::at(reasons.idle, c) : none;
  };
  const int classes = static_cast<int>(program.classes.size());
  for (int c = 0; c < classes; ++c) {
    add_class(timeline, program, c, base::at(intervals, c), critical, idle(c));
  }
  for (int c = 0; c < classes; ++c) add_waits(timeline, c, idle(c));
  timeline.arrows = arrows_of(program);
  return timeline;
}

}  // namespace jacquard::report
