// SPDX-License-Identifier: Apache-2.0
// What runs through a fabric come to: kept in a journal run by run, and summed up in a row.
#pragma once

#include <algorithm>
#include <any>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/statistics.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/report/metric_table.hpp"
#include "systemc/fabric/figures.hpp"

namespace jacquard::experiment {

using systemc::RunFigures;

struct Case;
struct TrafficItem;

// All runs of one source of traffic through one case, in the order of items and, for each item, of
// seeds.
struct CaseRuns {
  const Case* of = nullptr;
  std::string source;
  std::vector<RunFigures> runs;
  int seeds = 1;
  std::string swept = "";                      // key of the sweep, "" for none
  std::vector<const TrafficItem*> items = {};  // of each run; what they point to outlives this
};

using RowMetric = report::Metric<CaseRuns>;

// Functions of all runs, given one of a run.

inline constexpr auto total = [](const CaseRuns& r, const auto& get) {
  std::int64_t sum = 0;
  for (const RunFigures& f : r.runs) sum += get(f);
  return sum;
};
inline constexpr auto mean = [](const CaseRuns& r, const auto& get) {
  return base::mean(r.runs, get);
};
inline constexpr auto whole_mean = [](const CaseRuns& r, const auto& get) {
  return static_cast<std::int64_t>(std::llround(mean(r, get)));
};
// Over all matrices, for a seed; a mean over seeds, so a whole number unless they differ.
inline constexpr auto per_seed = [](const CaseRuns& r, const auto& get) {
  const std::int64_t sum = total(r, get);
  return sum % r.seeds == 0 ? report::Row(sum / r.seeds)
                            : report::Row(static_cast<double>(sum) / r.seeds);
};
inline constexpr auto largest = [](const CaseRuns& r, const auto& get) {
  std::int64_t most = 0;
  for (const RunFigures& f : r.runs) most = std::max(most, get(f));
  return most;
};

template <class Number>
auto count_of(const Number& number) {
  return number;
}
template <class Unit, class Rep>
auto count_of(const base::Quantity<Unit, Rep>& quantity) {
  return quantity.count();
}

// A figure that runs through one kind of fabric have in its struct `Own`.
template <class Own>
struct OwnFigure {
  std::optional<report::Metric<Own>> kept;  // of a run; nothing if it follows from others
  std::vector<RowMetric> in_row;            // of all runs
};

// Kept of a run, and summed up by one of the functions above; 0 of runs of another kind.
template <class Own, class Member, class Sum>
OwnFigure<Own> figure(std::string key, report::Unit unit, Member Own::*member, Sum sum,
                      std::string doc, std::string heading = "") {
  const auto of_run = [member](const RunFigures& f) {
    return count_of(systemc::own_figures<Own>(f).*member);
  };
  return {
      report::Metric<Own>::kept(key, unit, member, doc),
      {RowMetric(
          key, unit, [sum, of_run](const CaseRuns& r) { return sum(r, of_run); }, doc, heading)}};
}

// The figures of a kind of fabric, without their struct's type.
struct KindFigures {
  std::vector<RowMetric> in_row;
  std::function<std::optional<config::Json>(const RunFigures&)> kept;  // nothing of other kinds
  std::function<void(const config::Json& kept, RunFigures&)> read;
};

// Of a kind that has none of its own.
inline const KindFigures& no_figures() {
  static const KindFigures none{
      {}, [](const RunFigures&) { return std::nullopt; }, [](const config::Json&, RunFigures&) {}};
  return none;
}

template <class Own>
KindFigures kind_figures(std::vector<OwnFigure<Own>> figures) {
  KindFigures kind;
  std::vector<report::Metric<Own>> kept;
  for (OwnFigure<Own>& f : figures) {
    if (f.kept) kept.push_back(std::move(*f.kept));
    kind.in_row.insert(kind.in_row.end(), f.in_row.begin(), f.in_row.end());
  }
  const auto table =
      std::make_shared<report::MetricTable<Own>>("", "What a journal keeps.", std::move(kept));
  kind.kept = [table](const RunFigures& f) {
    const Own* own = std::any_cast<Own>(&f.own);
    return own == nullptr ? std::nullopt : std::optional<config::Json>(table->json(*own));
  };
  kind.read = [table](const config::Json& json, RunFigures& f) {
    table->read(f.own.emplace<Own>(), json);
  };
  return kind;
}

// Bound over completion: 1 where nothing takes time.
double efficiency(base::Picoseconds bound, base::Picoseconds completion);

// As a journal keeps a run.
config::Json figures_json(const RunFigures& figures, const KindFigures& kind);
// Throws ConfigError naming `source` for what figures_json() did not make.
RunFigures read_figures(const config::Json& json, const KindFigures& kind,
                        const std::string& source);

}  // namespace jacquard::experiment
