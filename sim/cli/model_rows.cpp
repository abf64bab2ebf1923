// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/model_rows.hpp"

#include "jacquard/workload/model_parameters.hpp"

namespace jacquard::cli {
namespace {

std::int64_t count(double parameters) { return static_cast<std::int64_t>(parameters); }

const report::MetricTable<workload::Model>& parameter_metrics() {
  using workload::Model;
  using M = report::Metric<Model>;
  using report::Unit;
  static const report::MetricTable<Model> table(
      "parameters", "The parameters of a model.",
      {M(
           "parameters", Unit::count, [](const Model& m) { return count(total_parameters(m)); },
           "All."),
       M(
           "active_parameters", Unit::count,
           [](const Model& m) { return count(active_parameters(m)); },
           "Without the experts that a token does not visit."),
       M(
           "mtp_parameters", Unit::count, [](const Model& m) { return count(mtp_parameters(m)); },
           "Of modules that predict further tokens, beside all."),
       M(
           "matmul_parameters", Unit::count,
           [](const Model& m) { return count(matmul_parameters(m)); },
           "Of the matrices that a token meets: MFU counts 6 FLOPs for each.")},
      report::Columns::all);
  return table;
}

}  // namespace

std::vector<report::Printed> model_rows(const workload::Model& model) {
  workload::require_complete(model, {"model", ""});
  return {parameter_metrics()(model)};
}

report::RowKind model_row_kind() { return parameter_metrics().kind(); }

}  // namespace jacquard::cli
