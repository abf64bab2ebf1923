// SPDX-License-Identifier: Apache-2.0
#include "sim/train/traced_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/train/step_picture.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::train {

std::string fabric_of(const TrainConfig& config) {
  if (run::is_closed_form(config.engine)) return "ideal";
  if (!run::has_clocks(config.engine)) return "links";
  return config.detail.empty() ? "circuit" : config.detail;
}

const report::MetricTable<TracedRow>& traced_metrics() {
  using R = TracedRow;
  using M = report::Metric<R>;
  using report::Unit;
  const auto difference = [](const R& r) {
    const bool can = r.recorded && r.recorded->count() > 0;
    return can ? std::optional(r.figures.time / *r.recorded - 1) : std::nullopt;
  };
  static const report::MetricTable<R> table(
      "traced", "A job of traces on a fabric.",
      {
          M("job", Unit::text, &R::job, "Its traces.", "job"),
          M("fabric", Unit::text, &R::fabric,
            "ideal (closed forms), links (events); in cycles circuit, packet or links.", "fabric"),
          M("engine", Unit::text, &R::engine, "Which engine ran it."),
          M("npus", Unit::count, &R::npus, "Of the system.", "npus"),
          M(
              "time_ps", Unit::ps, [](const R& r) { return r.figures.time; },
              "When the last NPU is done.", "time"),
          M(
              "compute_ps", Unit::ps, [](const R& r) { return r.figures.compute; },
              "Of that, kernels and copies ran on some stream; a mean over NPUs.", "compute"),
          M(
              "exposed_comm_ps", Unit::ps, [](const R& r) { return r.figures.exposed; },
              "Only communications ran; a mean over NPUs.", "exposed"),
          M(
              "idle_ps", Unit::ps,
              [](const R& r) { return r.figures.time - r.figures.compute - r.figures.exposed; },
              "Nothing ran, as the host or another NPU was late; a mean over NPUs.", "idle"),
          M("recorded_ps", Unit::ps, &R::recorded,
            "What it took where it was recorded; null where the traces do not say.", "recorded")
              .or_null(),
          M("difference", Unit::ratio, difference, "time_ps over recorded_ps, less 1.",
            "difference")
              .or_null(),
          M("events", Unit::count, &R::events, "Of the engine; in cycles, messages."),
      });
  return table;
}

report::Timeline traced_picture(const TracedJob& traced, const OnFabrics& fabrics) {
  report::Timeline timeline;
  const int npus = traced.fabric.npus();
  timeline.title = fmt::format("{} on {} NPU{}", traced.source, npus, npus == 1 ? "" : "s");
  timeline.kinds = {{"computation", "#0072b2"}, {"exposed communication", "#d55e00"}};
  const int shown = std::min(npus, std::max(2, kMostLanes / static_cast<int>(fabrics.size())));
  for (int k = 0; k < shown; ++k) {
    const int rank = shown > 1 ? static_cast<int>(std::int64_t{k} * (npus - 1) / (shown - 1)) : 0;
    const int group = timeline.add_group(rank, fmt::format("rank {}", rank));
    for (const auto& [name, answer] : fabrics) {
      const auto number = static_cast<int>(timeline.lanes.size());
      const int lane = timeline.add_lane(group, number, fmt::format("rank {}, {}", rank, name));
      timeline.end = std::max(timeline.end, answer.time.count());
      const Activity activity = activity_of(traced.work.job.graph(rank), answer.intervals_of(rank));
      for (const engine::Interval& one : activity.computing) {
        timeline.spans.push_back({lane, one.begin.count(), one.end.count(), 0});
      }
      for (const engine::Interval& one : activity.exposed) {
        timeline.spans.push_back({lane, one.begin.count(), one.end.count(), 1});
      }
    }
  }
  return timeline;
}

}  // namespace jacquard::train
