// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/step_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/interop/trace_events.hpp"
#include "jacquard/rounds/names.hpp"

namespace jacquard::interop {
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

const char* name_of(workload::Phase phase) {
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

// Lanes of each operation's stream, so that intervals of one lane do not overlap.
std::vector<int> lanes_of(const ClassProgram& program, const std::vector<Interval>& intervals) {
  std::vector<std::size_t> order(intervals.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return intervals[a].begin < intervals[b].begin;
  });
  std::map<int, std::vector<base::Picoseconds>> ends;  // by stream, of each lane
  std::vector<int> lanes(intervals.size(), 0);
  for (const std::size_t i : order) {
    auto& own = ends[program.ops[i].stream];
    const auto free = std::find_if(
        own.begin(), own.end(), [&](base::Picoseconds end) { return end <= intervals[i].begin; });
    lanes[i] = std::min(static_cast<int>(free - own.begin()), kMostLanes - 1);
    if (free == own.end()) own.push_back({});
    base::at(own, lanes[i]) = intervals[i].end;
  }
  return lanes;
}

class Writer {
 public:
  Writer(const StepProgram& program, const std::vector<std::vector<Interval>>& intervals)
      : program_(program), intervals_(intervals) {}

  std::string write() {
    number_messages();
    for (std::size_t c = 0; c < program_.classes.size(); ++c) write_class(c);
    return events_.take();
  }

 private:
  // Sends of a class to another with one tag, in their order, are of the receives in theirs.
  using Message = std::tuple<int, int, int, int>;  // from, to, tag, which

  Message message_of(int own, const StepOp& op, std::map<Message, int>& seen) const {
    const bool sends = op.kind == OpKind::send;
    const Message key{sends ? own : op.peer, sends ? op.peer : own, op.tag, 0};
    const auto& [from, to, tag, none] = key;
    return {from, to, tag, seen[key]++};
  }

  void number_messages() {
    for (std::size_t c = 0; c < program_.classes.size(); ++c) {
      std::map<Message, int> seen;
      for (const StepOp& op : program_.classes[c].ops) {
        if (op.kind != OpKind::send) continue;
        numbers_.try_emplace(message_of(static_cast<int>(c), op, seen),
                             static_cast<int>(numbers_.size()));
      }
    }
  }

  static int thread_of(const StepOp& op, int lane) { return op.stream * kMostLanes + lane; }

  void name_class(std::size_t c, const std::vector<int>& lanes) {
    const int process = static_cast<int>(c) + 1;
    const ClassProgram& own = program_.classes[c];
    const int npus =
        program_.grid.size() / program_.grid.degree[static_cast<std::size_t>(Axis::pp)];
    events_.metadata("process_name", process, TraceEvents::kNoThread,
                     fmt::format("\"name\":\"stage {} ({} NPUs)\"", own.stage, npus));
    events_.metadata("process_sort_index", process, TraceEvents::kNoThread,
                     fmt::format("\"sort_index\":{}", process));
    std::set<int> threads;
    for (std::size_t i = 0; i < own.ops.size(); ++i)
      threads.insert(thread_of(own.ops[i], lanes[i]));
    for (const int thread : threads) {
      const int lane = thread % kMostLanes;
      events_.metadata("thread_name", process, thread,
                       fmt::format("\"name\":\"{}{}\"", base::at(kStreams, thread / kMostLanes),
                                   lane == 0 ? "" : fmt::format(" ({})", lane + 1)));
      events_.metadata("thread_sort_index", process, thread,
                       fmt::format("\"sort_index\":{}", thread));
    }
  }

  void write_class(std::size_t c) {
    const ClassProgram& own = program_.classes[c];
    const std::vector<Interval>& times = intervals_[c];
    const std::vector<int> lanes = lanes_of(own, times);
    name_class(c, lanes);
    std::map<Message, int> sent;
    std::map<Message, int> received;
    for (std::size_t i = 0; i < own.ops.size(); ++i) {
      const StepOp& op = own.ops[i];
      const int process = static_cast<int>(c) + 1;
      const int thread = thread_of(op, lanes[i]);
      events_.begin_interval(process, thread, exact_microseconds(times[i].begin.count()),
                             exact_microseconds(times[i].length().count()));
      write_what(op);
      const bool sends = op.kind == OpKind::send;
      if (!sends && op.kind != OpKind::receive) continue;
      const auto number =
          numbers_.find(message_of(static_cast<int>(c), op, sends ? sent : received));
      if (number == numbers_.end()) continue;
      events_.begin();
      events_.add(
          R"({{"ph":"{}","pid":{},"tid":{},"ts":{},"id":{},"name":"message","cat":"message")",
          sends ? "s" : "f", process, thread,
          exact_microseconds((sends ? times[i].begin : times[i].end).count()), number->second);
      events_.add("{}", sends ? "}" : ",\"bp\":\"e\"}");
    }
  }

  void write_what(const StepOp& op) {
    events_.add(R"("name":"{}","cat":"{}","args":{{)", workload::name_of(op.label),
                op.stream == 0 ? "compute" : "communication");
    std::string between;
    const auto add = [&](const char* key, const std::string& value) {
      events_.add("{}\"{}\":{}", between, key, value);
      between = ",";
    };
    if (op.phase != workload::Phase::none) add("phase", fmt::format("\"{}\"", name_of(op.phase)));
    if (op.layer >= 0) add("layer", std::to_string(op.layer));
    if (op.micro_batch >= 0) add("micro_batch", std::to_string(op.micro_batch));
    if (op.work >= 0 && op.kind == OpKind::compute) {
      const workload::Amounts amounts = workload::amounts_of(base::at(program_.works, op.work));
      add("flops", fmt::format("{:.0f}", amounts.flops));
      add("bytes", fmt::format("{:.0f}", amounts.bytes));
    } else if (op.work >= 0) {
      const workload::CommWork& comm = base::at(program_.comms, op.work);
      if (op.kind == OpKind::collective) {
        add("collective", fmt::format("\"{}\"", rounds::name_of(comm.kind)));
        add("among", fmt::format("\"{}\"", axes_text(comm.axes)));
      }
      add("bytes", std::to_string(comm.bytes.count()));
    }
    events_.add("}}}}");
  }

  const StepProgram& program_;
  const std::vector<std::vector<Interval>>& intervals_;
  std::map<Message, int> numbers_;
  TraceEvents events_;
};

}  // namespace

std::string step_timeline(const StepProgram& program,
                          const std::vector<std::vector<Interval>>& intervals) {
  return Writer(program, intervals).write();
}

}  // namespace jacquard::interop
