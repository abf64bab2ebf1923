// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/verify/map_rows.hpp"

#include "jacquard/report/metric_table.hpp"

namespace jacquard::cli {
namespace {

const report::MetricTable<rtl::Said>& metrics() {
  using S = rtl::Said;
  using M = report::Metric<S>;
  using report::Unit;
  static const report::MetricTable<S> table(
      "map", "What a port of the user's module was taken for.",
      {
          M("role", Unit::text, &S::what, "Its role; reset, tie, or a promise of the contract.",
            "role"),
          M("port", Unit::text, &S::port, "The port, with its polarity or value.", "port"),
          M("guessed", Unit::flag, &S::guessed, "By its name: nobody said so.", "guessed"),
      });
  return table;
}

}  // namespace

void add_map_rows(report::Result& result, const rtl::Wiring& wiring) {
  for (const rtl::Said& said : wiring.said) result.add(metrics()(said));
}

report::RowKind map_row_kind() { return metrics().kind(); }

}  // namespace jacquard::cli
