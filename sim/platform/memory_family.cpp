// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/memory_family.hpp"

#include "sim/platform/memory_metrics.hpp"

namespace jacquard::platform {
namespace {

struct MemoryRow {
  std::string variant;
  std::string point;
  MemorySummary memory;
};

const report::MetricTable<MemoryRow>& row_metrics() {
  using M = report::Metric<MemoryRow>;
  static const report::MetricTable<MemoryRow> table("memory", "A run of a memory.", [] {
    std::vector<M> all = {
        M("variant", report::Unit::text, &MemoryRow::variant, "Of the experiment.", "variant"),
        M("point", report::Unit::text, &MemoryRow::point, "Of the sweep.", "point")};
    for (M& m : memory_metrics<MemoryRow>([](const auto& r) -> auto& { return r.memory; })) {
      all.push_back(std::move(m));
    }
    return all;
  }());
  return table;
}

Answer run(const Question& question) {
  const auto& table = memory_experiment_fields();
  const MemoryExperiment config = resolved(table, question);
  const auto cases = cases_of(config, table);
  return {table.show(config),
          run_cases(static_cast<std::int64_t>(cases.size()), question.threads,
                    [&cases](std::int64_t index) -> std::vector<report::Printed> {
                      const auto& one = cases.at(static_cast<std::size_t>(index));
                      return {row_metrics()({one.variant, one.point, {}})};
                    })};
}

std::vector<report::RowKind> rows() { return {row_metrics().kind()}; }

}  // namespace

const config::FieldTable<MemoryExperiment>& memory_experiment_fields() {
  static const config::FieldTable<MemoryExperiment> table(
      "memory_experiment", "Accesses to a memory, simulated by the cycle engine.",
      experiment_fields_of<MemoryExperiment>("memory"));
  return table;
}

Family memory_family() { return {"memory", run, rows}; }

}  // namespace jacquard::platform
