// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/replay_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jacquard::serve {
namespace {

using report::Metric;
using report::MetricTable;
using report::Row;
using report::Unit;

Row one_decimal(const Row& value) {
  return value.is_number() ? Row(fmt::format("{:.1f}", value.get<double>())) : value;
}

Row percent(const Row& value) {
  return value.is_number() ? Row(fmt::format("{:+.2f} %", 100 * value.get<double>())) : value;
}

}  // namespace

ReplaySummary summary(const ReplayAnswer& answer) {
  ReplaySummary all;
  all.requests = static_cast<std::int64_t>(answer.run.records.size());
  all.steps = answer.run.steps;
  all.preemptions = answer.run.preemptions;
  all.most_blocks = answer.run.most_blocks;
  all.time = answer.run.end;
  double sum = 0;
  double largest = 0;
  int known = 0;
  for (const ReplayFigure& figure : answer.figures) {
    const auto error = figure.error();
    if (!error) continue;
    sum += std::abs(*error);
    largest = std::max(largest, std::abs(*error));
    ++known;
  }
  if (known == 0) return all;
  all.mean_error = sum / known;
  all.largest_error = largest;
  return all;
}

const MetricTable<ReplayFigure>& replay_figure_metrics() {
  using M = Metric<ReplayFigure>;
  static const MetricTable<ReplayFigure> table(
      "replay_figure", "A figure of a replayed run, beside the measured one.",
      {
          M("figure", Unit::text, &ReplayFigure::name,
            "Mean, Median, P90, P95 or P99 of TTFT, TPOT or Latency, as the settings file names "
            "them.",
            "figure"),
          M("simulated_ms", Unit::ms, &ReplayFigure::simulated_ms, "Ours.", "simulated ms")
              .as(one_decimal),
          M("measured_ms", Unit::ms, &ReplayFigure::measured_ms,
            "Of the settings file; null where it has none.", "measured ms")
              .as(one_decimal)
              .or_null(),
          M(
              "error", Unit::ratio, [](const ReplayFigure& f) { return f.error(); },
              "simulated_ms / measured_ms - 1.", "error")
              .as(percent)
              .or_null(),
      });
  return table;
}

const MetricTable<ReplaySummary>& replay_metrics() {
  using M = Metric<ReplaySummary>;
  using S = ReplaySummary;
  static const MetricTable<ReplaySummary> table(
      "replay", "A replayed run as a whole.",
      {
          M("requests", Unit::count, &S::requests, "That were served.", "requests"),
          M("steps", Unit::count, &S::steps, "Of the engine.", "steps"),
          M("preemptions", Unit::count, &S::preemptions,
            "Times a request lost its cache to an earlier one.", "pre-empted"),
          M("most_blocks", Unit::count, &S::most_blocks,
            "Of a cache, in use at once; one that requests share counts for each.", "blocks"),
          M("time_ps", Unit::ps, &S::time, "To the last token.", "time"),
          M("mean_error", Unit::ratio, &S::mean_error,
            "Mean of the figures' errors without their signs; null where none is measured.",
            "mean error")
              .as(percent)
              .or_null(),
          M("largest_error", Unit::ratio, &S::largest_error, "The largest of them.", "largest")
              .as(percent)
              .or_null(),
      });
  return table;
}

}  // namespace jacquard::serve
