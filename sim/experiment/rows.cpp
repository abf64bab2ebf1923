// SPDX-License-Identifier: Apache-2.0
#include "sim/experiment/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "jacquard/base/student_t.hpp"
#include "systemc/experiment/experiment.hpp"
#include "systemc/experiment/flow_figures.hpp"

namespace jacquard::experiment {
namespace {

using base::Picoseconds;
using report::Row;
using report::Unit;

auto completion_at(double share) {
  return [share](const CaseRuns& r) {
    std::vector<Picoseconds> all;
    for (const RunFigures& f : r.runs) all.push_back(f.completion);
    std::sort(all.begin(), all.end());
    return base::percentile(all, share);
  };
}

// By Student's t: runs are of matrices, or of seeds, drawn by themselves.
std::optional<Picoseconds> completion_within(const CaseRuns& r) {
  if (r.runs.size() < 2) return std::nullopt;
  std::vector<double> all;
  for (const RunFigures& f : r.runs) all.push_back(static_cast<double>(f.completion.count()));
  return Picoseconds{std::llround(base::mean_within(all).half_width)};
}

auto flow_time_at(double share) {
  return [share](const CaseRuns& r) { return base::percentile(flow_times(r), share); };
}

// `sum` of a figure that every run has.
template <class Sum, class Get>
auto all(Sum sum, Get get) {
  return [sum, get](const CaseRuns& r) { return sum(r, get); };
}

double wall_s(const CaseRuns& r) {
  return mean(r, [](const RunFigures& f) { return f.wall_s; }) * static_cast<double>(r.runs.size());
}

std::int64_t events(const CaseRuns& r) {
  return total(r, [](const RunFigures& f) { return f.events; });
}

std::int64_t packets(const CaseRuns& r) {
  return total(r, [](const RunFigures& f) {
    return systemc::own_figures<systemc::PacketFigures>(f).data_packets;
  });
}

template <class Count>
auto per_wall_s(Count count) {
  return [count](const CaseRuns& r) {
    const double wall = wall_s(r);
    return wall > 0 ? static_cast<double>(count(r)) / wall : 0.0;
  };
}

// A cell with the number in this form.
auto as_text(const char* form, double scale = 1) {
  return [form, scale](const Row& value) {
    return Row(fmt::format(fmt::runtime(form), value.get<double>() * scale));
  };
}

Row plain(const Row& value) { return value; }

std::optional<std::string> if_swept(const CaseRuns& r, const std::string& text) {
  return r.swept.empty() ? std::nullopt : std::optional(text);
}

std::vector<RowMetric> before_kinds() {
  using R = CaseRuns;
  using M = RowMetric;
  return {
      M(
          "fabric", Unit::text, [](const R& r) { return r.of->fabric; }, "Name of the fabric.",
          "fabric"),
      M("traffic", Unit::text, &R::source, "What is sent.", "traffic"),
      M(
          "swept", Unit::text, [](const R& r) { return if_swept(r, r.swept); },
          "Key of the sweep, if there is one."),
      M(
          "point", Unit::text, [](const R& r) { return if_swept(r, r.of->point); }, "Its value.",
          "point"),
      M(
          "matrix_count", Unit::count,
          [](const R& r) { return r.runs.size() / static_cast<std::size_t>(r.seeds); },
          "Matrices, or sets of flows.", "matrices"),
      M("seeds", Unit::count, &R::seeds, "Seeds with which each is run."),
      M("completion_ps", Unit::ps, completion_at(0.5),
        "Time to the last byte, decisions and control included; median over runs."),
      M("completion_mean_ps", Unit::ps,
        all(whole_mean, [](const RunFigures& f) { return f.completion.count(); }), "Mean.", "mean"),
      M("completion_within_ps", Unit::ps, completion_within,
        "Half the width of the mean's 95 % confidence interval; null of one run.")
          .or_null(),
      M("completion_min_ps", Unit::ps, completion_at(0), "The least.", "min"),
      M("completion_max_ps", Unit::ps, completion_at(1), "The most.", "max"),
      M("completion_p99_ps", Unit::ps, completion_at(0.99), "99th percentile.", "p99"),
      M("completion_median_ps", Unit::ps, completion_at(0.5), "Median."),
      M("completion_p5_ps", Unit::ps, completion_at(0.05), "5th percentile."),
      M("completion_p95_ps", Unit::ps, completion_at(0.95), "95th percentile."),
      M("fct_p50_ps", Unit::ps, flow_time_at(0.5), "Completion of a flow from its start, median."),
      M("fct_p99_ps", Unit::ps, flow_time_at(0.99), "99th percentile."),
      M("efficiency", Unit::ratio,
        all(mean, [](const RunFigures& f) { return efficiency(f.bound, f.completion); }),
        "Largest line sum at the link rate / completion, mean.", "efficiency")
          .as(as_text("{:.4f}")),
      M("bytes_delivered", Unit::bytes,
        all(per_seed, [](const RunFigures& f) { return f.bytes_delivered.count(); }),
        "Received, of all matrices; mean over seeds."),
      M("bytes_lost", Unit::bytes,
        all(total, [](const RunFigures& f) { return (f.bytes_asked - f.bytes_delivered).count(); }),
        "Never received, of all runs.", "lost")
          .as(plain)
          .rank(1),
      M("bytes_resent", Unit::bytes,
        all(per_seed, [](const RunFigures& f) { return f.bytes_resent.count(); }),
        "Sent again, of all matrices; mean over seeds.", "resent")
          .as(plain)
          .rank(1),
  };
}

std::vector<RowMetric> after_kinds() {
  using M = RowMetric;
  return {
      M("events", Unit::count, events, "Events of all runs."),
      M("wall_s", Unit::s, wall_s, "What all runs took on this machine.", "wall")
          .as(as_text("{:.2f} s"))
          .rank(2),
      M("events_per_wall_s", Unit::per_s, per_wall_s(events), "Events a second of that.",
        "events_per_wall_s")
          .as(as_text("{:.2f} M/s", 1e-6))
          .rank(2),
      M("packets_per_wall_s", Unit::per_s, per_wall_s(packets), "Data packets a second of that."),
  };
}

}  // namespace

const report::MetricTable<CaseRuns>& case_metrics() {
  static const report::MetricTable<CaseRuns> table(
      "", "All runs of a source of traffic through a fabric; figures that its kind lacks are 0.",
      [] {
        std::vector<RowMetric> metrics = before_kinds();
        const auto add = [&](const std::vector<RowMetric>& more) {
          metrics.insert(metrics.end(), more.begin(), more.end());
        };
        add(flow_metrics());
        for (const FabricKind& kind : fabric_kinds()) add(kind.figures().in_row);
        add(after_kinds());
        return metrics;
      }());
  return table;
}

}  // namespace jacquard::experiment
