// SPDX-License-Identifier: Apache-2.0
#include "sim/studies/fig6/rows.hpp"

#include <algorithm>

#include "sim/experiment/rows.hpp"
#include "sim/studies/fig6/baselines.hpp"
#include "sim/studies/fig6/comparison.hpp"

namespace jacquard::studies::fig6 {
namespace {

report::Row demand_row(const Results& r, bool diagonal) {
  const DemandFacts facts = facts_of(r.options, diagonal);
  report::Row row;
  row["row_kind"] = "demand";
  row["diagonal"] = diagonal ? "kept" : "dropped";
  row["matrix_count"] = r.options.matrices;
  row["total_mean_bytes"] = facts.total_bytes;
  row["hottest_share_mean"] = facts.hottest_share;
  row["ideal_mean_ms"] = facts.ideal_ms;
  return row;
}

report::Row fabric_row(const std::string& name, std::vector<base::Picoseconds> times) {
  std::sort(times.begin(), times.end());
  report::Row row;
  row["row_kind"] = "fabric";
  row["fabric"] = name;
  row["matrix_count"] = times.size();
  row["completion_mean_ms"] = mean_ms(times);
  row["completion_min_ms"] = milliseconds(times.front());
  row["completion_max_ms"] = milliseconds(times.back());
  row["completion_p99_ms"] = milliseconds(experiment::percentile(times, 0.99));
  return row;
}

report::Row circuit_row(const Results& r, const std::string& name, const Accounting& how) {
  std::vector<base::Picoseconds> times;
  for (int index = 0; index < r.options.matrices; ++index) {
    times.push_back(circuit_completion(matrix(r.options, index), how));
  }
  return fabric_row(name, std::move(times));
}

report::Row finalist_row(const Finalist& f) {
  report::Row row;
  row["row_kind"] = "finalist";
  row["evaluation"] = f.evaluation;
  for (std::size_t d = 0; d < knobs().size(); ++d) row[knobs()[d].name] = f.values[d];
  row["training_part_mean_ms"] = milliseconds(f.training_part);
  row["training_whole_mean_ms"] = milliseconds(f.training_whole);
  return row;
}

report::Row sensitivity_row(const Results& r, const Sensitivity& s) {
  const Comparison c = compare(r, baseline_named(r, s.baseline), s.how);
  report::Row row;
  row["row_kind"] = "sensitivity";
  row["factor"] = s.factor;
  row["setting"] = s.setting;
  row["matrix_count"] = c.matrices;
  row["circuit_faster_mean"] = c.faster_mean;
  row["circuit_faster_median"] = c.faster_median;
  row["circuit_faster_p99"] = c.faster_p99;
  row["circuit_faster_max"] = c.faster_max;
  return row;
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

std::vector<report::Row> rows_of(const Results& r) {
  std::vector<report::Row> rows = {demand_row(r, true), demand_row(r, false)};
  rows.push_back(circuit_row(r, "circuit, as Chronos counts", as_chronos()));
  rows.push_back(circuit_row(r, "circuit, with headers and acks", Accounting{}));
  rows.push_back(circuit_row(r, "circuit, all charged", as_built()));
  for (const Baseline& b : r.baselines) rows.push_back(fabric_row(b.name, b.completions));
  for (const Finalist& f : r.finalists) rows.push_back(finalist_row(f));
  for (const Sensitivity& s : sensitivities(r)) rows.push_back(sensitivity_row(r, s));
  return rows;
}

}  // namespace jacquard::studies::fig6
