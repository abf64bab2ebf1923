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
using report::GanttRow;
using report::GanttSpan;
using workload::ClassProgram;
using workload::OpKind;
using workload::Phase;
using workload::StepOp;

enum Kind { kForward, kBackward, kUpdate, kOther, kExposed, kBubble };

// Okabe & Ito's colours, told apart with every kind of colour vision.
std::vector<report::GanttKind> kinds() {
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
void mark_passes(const ClassProgram& program, const std::vector<Interval>& intervals,
                 GanttRow& row) {
  const StepOp* last = nullptr;
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    const StepOp& op = program.ops[i];
    if (op.kind != OpKind::compute || op.micro_batch < 0) continue;
    if (op.label == workload::OpLabel::recompute) continue;
    if (last == nullptr || last->micro_batch != op.micro_batch || last->phase != op.phase) {
      row.marks.push_back({intervals[i].begin, {}, std::to_string(op.micro_batch)});
    }
    row.marks.back().end = intervals[i].end;
    last = &op;
  }
}

void add(GanttRow& row, const Interval& interval, Kind kind) {
  if (interval.end > interval.begin) row.spans.push_back({interval.begin, interval.end, kind});
}

// Neighbours of one kind become one span.
void join(std::vector<GanttSpan>& spans) {
  std::vector<GanttSpan> joined;
  for (const GanttSpan& span : spans) {
    const bool goes_on =
        !joined.empty() && joined.back().kind == span.kind && joined.back().end == span.begin;
    if (goes_on) joined.back().end = span.end;
    if (!goes_on) joined.push_back(span);
  }
  spans = std::move(joined);
}

GanttRow row_of(const Step& step, const StepAnswer& answer, int of_class) {
  const ClassProgram& program = base::at(step.program.classes, of_class);
  const std::vector<Interval>& intervals = base::at(answer.intervals, of_class);
  GanttRow row;
  row.name = fmt::format("stage {}", program.stage);
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    if (program.ops[i].kind != OpKind::compute) continue;
    add(row, intervals[i], kind_of(program.ops[i].phase));
  }
  for (const engine::step::Idle& idle : engine::step::idle_of(
           step.program, of_class, {intervals.data(), intervals.size()}, answer.time)) {
    add(row, idle.interval, idle.bubble ? kBubble : kExposed);
  }
  std::sort(row.spans.begin(), row.spans.end(),
            [](const GanttSpan& a, const GanttSpan& b) { return a.begin < b.begin; });
  join(row.spans);
  mark_passes(program, intervals, row);
  return row;
}

}  // namespace

report::Gantt step_picture(const Step& step, const StepAnswer& answer) {
  report::Gantt chart;
  chart.title =
      fmt::format("{}, {} NPUs: a step of {}", step.request.model.name,
                  report::grouped(step.program.grid.size()), report::time_text(answer.time));
  chart.end = answer.time;
  chart.kinds = kinds();
  const int classes = static_cast<int>(step.program.classes.size());
  const int rows = std::min(classes, kMostRows);
  for (int r = 0; r < rows; ++r) {
    chart.rows.push_back(row_of(step, answer, rows > 1 ? r * (classes - 1) / (rows - 1) : 0));
  }
  return chart;
}

}  // namespace jacquard::train
