// SPDX-License-Identifier: Apache-2.0
#include "sim/train/step_picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::train {
namespace {

using engine::Interval;
using report::Span;
using report::Timeline;
using workload::ClassProgram;
using workload::OpKind;
using workload::Phase;
using workload::StepOp;

enum Kind { kForward, kBackward, kUpdate, kOther, kExposed, kBubble };

// Okabe & Ito's colours, told apart with every kind of colour vision.
std::vector<report::SpanKind> kinds() {
  return {{"forward", "#0072b2"},
          {"backward", "#009e73"},
          {"update", "#cc79a7"},
          {"other", "#56b4e9"},
          {"exposed communication", "#d55e00"},
          {"bubble", report::kRestTone}};
}

Kind kind_of(Phase phase) {
  switch (phase) {
    case Phase::forward:
    case Phase::prefill:
    case Phase::decode:
      return kForward;
    case Phase::backward:
      return kBackward;
    case Phase::update:
      return kUpdate;
    default:
      return kOther;
  }
}

// One micro-batch's pass has a number in its middle. What is computed again may run long before the
// rest of its pass, so it does not count.
void mark_passes(const ClassProgram& program, const std::vector<Interval>& intervals, int lane,
                 std::vector<report::Mark>& marks) {
  const StepOp* last = nullptr;
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    const StepOp& op = program.ops[i];
    if (op.kind != OpKind::compute || op.micro_batch < 0) continue;
    if (op.label == workload::OpLabel::recompute) continue;
    if (last == nullptr || last->micro_batch != op.micro_batch || last->phase != op.phase) {
      marks.push_back({lane, intervals[i].begin.count(), 0, std::to_string(op.micro_batch)});
    }
    marks.back().end = intervals[i].end.count();
    last = &op;
  }
}

void add_lane(Timeline& timeline, const Step& step, const StepAnswer& answer, int of_class) {
  const ClassProgram& program = base::at(step.program.classes, of_class);
  const std::vector<Interval>& intervals = base::at(answer.intervals, of_class);
  const int lane = timeline.add_lane(0, of_class, fmt::format("stage {}", program.stage));
  std::vector<Span> spans;
  const auto add = [&](const Interval& when, Kind kind) {
    if (when.end > when.begin) spans.push_back({lane, when.begin.count(), when.end.count(), kind});
  };
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    if (program.ops[i].kind != OpKind::compute) continue;
    add(intervals[i], kind_of(program.ops[i].phase));
  }
  for (const engine::step::Idle& idle : engine::step::idle_of(
           step.program, of_class, {intervals.data(), intervals.size()}, answer.time)) {
    add(idle.interval, idle.bubble ? kBubble : kExposed);
  }
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  const std::size_t first = timeline.spans.size();
  for (Span& span : spans) {  // neighbours of one kind become one span
    const bool goes_on = timeline.spans.size() > first && timeline.spans.back().kind == span.kind &&
                         timeline.spans.back().end == span.begin;
    if (goes_on) timeline.spans.back().end = span.end;
    if (!goes_on) timeline.spans.push_back(std::move(span));
  }
  mark_passes(program, intervals, lane, timeline.marks);
}

}  // namespace

Timeline step_picture(const Step& step, const StepAnswer& answer) {
  Timeline timeline;
  timeline.title =
      fmt::format("{}, {} NPUs: a step of {}", step.request.model.name,
                  report::grouped(step.program.grid.size()), report::time_text(answer.time));
  timeline.end = answer.time.count();
  timeline.kinds = kinds();
  timeline.add_group(0, "stages");
  const int classes = static_cast<int>(step.program.classes.size());
  const int lanes = std::min(classes, kMostLanes);
  for (int lane = 0; lane < lanes; ++lane) {
    add_lane(timeline, step, answer, lanes > 1 ? lane * (classes - 1) / (lanes - 1) : 0);
  }
  return timeline;
}

}  // namespace jacquard::train
