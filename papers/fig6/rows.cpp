// SPDX-License-Identifier: Apache-2.0
#include "papers/fig6/rows.hpp"

#include <algorithm>

#include "jacquard/base/statistics.hpp"
#include "jacquard/report/metric_table.hpp"
#include "papers/fig6/baselines.hpp"
#include "papers/fig6/comparison.hpp"

namespace jacquard::studies::fig6 {
namespace {

using report::Columns;
using report::Metric;
using report::MetricTable;
using report::Unit;

struct DemandRow {
  bool diagonal;
  int matrices;
  DemandFacts facts;
};

const MetricTable<DemandRow>& demand_metrics() {
  using R = DemandRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "demand", "study fig6: the demand matrices.",
      {M(
           "diagonal", Unit::text, [](const R& r) { return r.diagonal ? "kept" : "dropped"; },
           "What an NPU owes itself: kept or dropped."),
       M("matrix_count", Unit::count, &R::matrices, "Matrices."),
       M(
           "total_mean_bytes", Unit::bytes, [](const R& r) { return r.facts.total_bytes; },
           "Bytes of a matrix."),
       M(
           "hottest_share_mean", Unit::ratio, [](const R& r) { return r.facts.hottest_share; },
           "Share of the busiest destination."),
       M(
           "ideal_mean_ms", Unit::ms, [](const R& r) { return r.facts.ideal_ms; },
           "Largest line sum at the link rate.")},
      Columns::all);
  return table;
}

const MetricTable<FabricTimes>& fabric_metrics() {
  using R = FabricTimes;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "fabric", "study fig6: all matrices through a fabric.",
      {M("fabric", Unit::text, &R::fabric, "Which fabric."),
       M(
           "matrix_count", Unit::count, [](const R& r) { return r.times.size(); }, "Matrices."),
       M(
           "completion_mean_ms", Unit::ms, [](const R& r) { return mean_ms(r.times); },
           "Mean time to the last byte."),
       M(
           "completion_min_ms", Unit::ms, [](const R& r) { return milliseconds(r.times.front()); },
           "The least."),
       M(
           "completion_max_ms", Unit::ms, [](const R& r) { return milliseconds(r.times.back()); },
           "The most."),
       M(
           "completion_p99_ms", Unit::ms,
           [](const R& r) { return milliseconds(base::percentile(r.times, 0.99)); },
           "99th percentile.")},
      Columns::all);
  return table;
}

const MetricTable<Finalist>& finalist_metrics() {
  using R = Finalist;
  using M = Metric<R>;
  const auto values = [](const R& r) {
    report::Row all;
    for (std::size_t d = 0; d < knobs().size(); ++d) all[knobs()[d].name] = r.values[d];
    return all;
  };
  static const MetricTable<R> table(
      "finalist", "study fig6: a setting of DCQCN that the tuner tried on all bytes.",
      {M("evaluation", Unit::count, &R::evaluation, "Which of the settings tried."),
       M(report::kFurtherKeys, Unit::any, values,
         "The knobs of the tuner, as keys of `fabric` are called."),
       M(
           "training_part_mean_ms", Unit::ms,
           [](const R& r) { return milliseconds(r.training_part); },
           "Mean completion of the training matrices in part."),
       M(
           "training_whole_mean_ms", Unit::ms,
           [](const R& r) { return milliseconds(r.training_whole); }, "And whole.")},
      Columns::all);
  return table;
}

struct SensitivityRow {
  Sensitivity of;
  Comparison found;
};

const MetricTable<SensitivityRow>& sensitivity_metrics() {
  using R = SensitivityRow;
  using M = Metric<R>;
  const auto found = [](auto member) { return [member](const R& r) { return r.found.*member; }; };
  static const MetricTable<R> table(
      "sensitivity", "study fig6: the comparison with one assumption changed.",
      {M(
           "factor", Unit::text, [](const R& r) { return r.of.factor; }, "Which assumption."),
       M(
           "setting", Unit::text, [](const R& r) { return r.of.setting; }, "What it is set to."),
       M("matrix_count", Unit::count, found(&Comparison::matrices), "Matrices."),
       M("circuit_faster_mean", Unit::ratio, found(&Comparison::faster_mean),
         "How much less time circuits take, mean."),
       M("circuit_faster_median", Unit::ratio, found(&Comparison::faster_median), "Median."),
       M("circuit_faster_p99", Unit::ratio, found(&Comparison::faster_p99), "99th percentile."),
       M("circuit_faster_max", Unit::ratio, found(&Comparison::faster_max), "The most.")},
      Columns::all);
  return table;
}

FabricTimes sorted(const std::string& name, std::vector<base::Picoseconds> times) {
  std::sort(times.begin(), times.end());
  return {name, std::move(times)};
}

FabricTimes circuit_times(const Results& r, const std::string& name, const Accounting& how) {
  std::vector<base::Picoseconds> times;
  for (int index = 0; index < r.options.matrices; ++index) {
    times.push_back(circuit_completion(matrix(r.options, index), how));
  }
  return sorted(name, std::move(times));
}

}  // namespace

DemandFacts facts_of(const Options& options, bool diagonal) {
  DemandFacts sums;
  for (int index = 0; index < options.matrices; ++index) {
    demand::DemandMatrix bytes = matrix(options, index);
    if (!diagonal) bytes.drop_diagonal();
    std::int64_t hottest = 0;
    for (int column = 0; column < bytes.ports(); ++column) {
      std::int64_t sum = 0;
      for (int row = 0; row < bytes.ports(); ++row) sum += bytes.at(row, column).count();
      hottest = std::max(hottest, sum);
    }
    const double total = static_cast<double>(bytes.total().count());
    sums.total_bytes += total;
    sums.hottest_share += static_cast<double>(hottest) / total;
    sums.ideal_ms += milliseconds(base::transfer_time(bytes.largest_line_sum(), kLinkRate));
  }
  const double count = options.matrices;
  return {sums.total_bytes / count, sums.hottest_share / count, sums.ideal_ms / count};
}

double milliseconds(base::Picoseconds time) { return static_cast<double>(time.count()) * 1e-9; }

double mean_ms(const std::vector<base::Picoseconds>& times) {
  double sum = 0;
  for (const base::Picoseconds time : times) sum += milliseconds(time);
  return sum / static_cast<double>(times.size());
}

std::vector<FabricTimes> fabric_times(const Results& r) {
  std::vector<FabricTimes> all = {circuit_times(r, "circuit, as Chronos counts", as_chronos()),
                                  circuit_times(r, "circuit, with headers and acks", Accounting{}),
                                  circuit_times(r, "circuit, all charged", as_built())};
  for (const Baseline& b : r.baselines) all.push_back(sorted(b.name, b.completions));
  return all;
}

std::vector<report::Printed> rows_of(const Results& r, const std::vector<FabricTimes>& times) {
  std::vector<report::Printed> rows;
  for (const bool diagonal : {true, false}) {
    rows.push_back(demand_metrics()({diagonal, r.options.matrices, facts_of(r.options, diagonal)}));
  }
  for (const FabricTimes& fabric : times) rows.push_back(fabric_metrics()(fabric));
  for (const Finalist& f : r.finalists) rows.push_back(finalist_metrics()(f));
  for (const Sensitivity& s : sensitivities(r)) {
    rows.push_back(sensitivity_metrics()({s, compare(r, baseline_named(r, s.baseline), s.how)}));
  }
  return rows;
}

std::vector<report::RowKind> row_kinds() {
  return {demand_metrics().kind(), fabric_metrics().kind(), finalist_metrics().kind(),
          sensitivity_metrics().kind()};
}

}  // namespace jacquard::studies::fig6
