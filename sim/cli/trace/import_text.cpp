// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/trace/import_text.hpp"

#include <fmt/format.h>

#include <optional>

#include "jacquard/config/place.hpp"

namespace jacquard::cli {

const report::MetricTable<TextRow>& text_metrics() {
  using R = TextRow;
  using M = report::Metric<R>;
  using W = interop::TextWorkload;
  using report::Unit;
  const auto of_pipeline = [](int W::*count) {
    return [count](const R& r) {
      return r.workload.stages > 1 ? std::optional(r.workload.*count) : std::nullopt;
    };
  };
  static const report::MetricTable<R> table(
      "imported_text", "What trace import read of a workload in text, and wrote.",
      {
          M("out", Unit::text, &R::folder, "The folder."),
          M(
              "ranks", Unit::count, [](const R& r) { return r.workload.npus; }, "Ranks."),
          M(
              "layers", Unit::count, [](const R& r) { return r.workload.layers.size(); },
              "Layers of the file."),
          M("stages", Unit::count, of_pipeline(&W::stages), "Pipeline stages, if several."),
          M("virtual_stages", Unit::count, of_pipeline(&W::chunks), "Of each of these stages."),
          M("micro_batches", Unit::count, of_pipeline(&W::micro_batches),
            "That go through these stages."),
          M("nodes", Unit::count, &R::nodes, "Nodes of a rank."),
          M("collectives", Unit::count, &R::collectives, "Of these, collectives."),
          M(
              "compute_ps", Unit::ps, [](const R& r) { return r.compute_ns * 1000; },
              "Times of a rank's computations, updates included."),
      },
      report::Columns::all);
  return table;
}

TextRow text_row(const interop::TextWorkload& workload, const std::string& folder) {
  constexpr std::int64_t kMost = 100'000'000;
  constexpr std::int64_t kMostNs = 8'640'000'000'000'000;  // 100 days, which fit picoseconds
  TextRow row{folder, workload};
  for (const interop::ChakraNode& node : interop::text_trace(workload, 0).nodes) {
    ++row.nodes;
    row.collectives += node.type == interop::ChakraNodeType::comm_coll;
    if (node.type != interop::ChakraNodeType::comp) continue;
    row.compute_ns += std::get<std::int64_t>(node.attributes.front().values.front());
    if (row.compute_ns > kMostNs) {
      config::Place{workload.source, ""}.fail("computations of at most 100 days", "more");
    }
  }
  if (row.nodes * workload.npus > kMost) {
    config::Place{workload.source, ""}.fail(fmt::format("at most {} nodes of all ranks", kMost),
                                            std::to_string(row.nodes * workload.npus));
  }
  return row;
}

}  // namespace jacquard::cli
