// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/verify/coverage_rows.hpp"

#include "jacquard/report/metric_table.hpp"

namespace jacquard::cli {
namespace {

constexpr std::size_t kMostShown = 40;  // characters of a table's cell

report::Row shortened(const report::Row& whole) {
  const std::string text = whole.get<std::string>();
  if (text.size() <= kMostShown) return text;
  return text.substr(0, text.rfind(',', kMostShown)) + ", ...";
}

const report::MetricTable<rtl::Covered>& metrics() {
  using C = rtl::Covered;
  using M = report::Metric<C>;
  using report::Unit;
  static const report::MetricTable<C> table(
      "coverage", "What the run did of what there is to do (--coverage).",
      {
          M("kind", Unit::text, &C::kind,
            "Lines, branches, bits (each to rise and to fall), or requests and grants.", "kind"),
          M("where", Unit::text, &C::where, "The file or module; empty for requests.", "where"),
          M("hit", Unit::count, &C::hit, "So many were seen.", "hit"),
          M("total", Unit::count, &C::total, "Of so many.", "total"),
          M("missed", Unit::text, &C::missed, "Those that were not.", "missed").as(shortened),
      });
  return table;
}

}  // namespace

void add_coverage_rows(report::Result& result, const std::vector<rtl::Covered>& covered) {
  for (const rtl::Covered& row : covered) result.add(metrics()(row));
}

report::RowKind coverage_row_kind() { return metrics().kind(); }

}  // namespace jacquard::cli
