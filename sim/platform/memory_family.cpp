// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/memory_family.hpp"

#include "jacquard/base/file.hpp"
#include "jacquard/memory/closed_forms.hpp"
#include "sim/platform/memory_files.hpp"
#include "sim/platform/memory_row.hpp"
#include "sim/platform/run_memory.hpp"

namespace jacquard::platform {
namespace {

// Of the bytes asked for: what is moved besides takes its share.
base::BytesPerSecond bound_of(const MemoryExperiment& e, const memory::Figures& figures) {
  const bool single = e.requests.empty() && e.traffic.pattern == systemc::Pattern::random &&
                      e.traffic.access <= e.memory.organisation.burst();
  const base::BytesPerSecond bound =
      single ? memory::random_bound(e.memory) : memory::streaming_bound(e.memory);
  if (figures.bursts.count() == 0) return bound;
  return bound * ((figures.read + figures.written) / figures.bursts);
}

std::string fidelity_of(const MemoryExperiment& e) {
  return memory::memory_fields().show(e.memory).at("fidelity").get<std::string>();
}

Answer run(const Question& question) {
  const auto& table = memory_experiment_fields();
  MemoryExperiment config = resolved(table, question);
  if (!question.requests.empty()) config.requests = question.requests;
  const auto cases = cases_of(config, table);
  for (const auto& one : cases) require_consistent(one.config, {question.path, ""});
  const auto evaluate = [&](std::int64_t index) -> std::vector<report::Printed> {
    const auto& one = cases.at(static_cast<std::size_t>(index));
    MemoryOutcome outcome = run_memory(one.config, question.seed);
    if (!question.out.empty()) {
      const std::string which = cases.size() > 1 ? "-" + std::to_string(index) : "";
      base::write_file(question.out + "/latencies" + which + ".csv", latencies_csv(outcome.played));
    }
    MemoryRow row;
    row.variant = one.variant;
    row.point = one.point;
    row.fidelity = fidelity_of(one.config);
    row.accesses = static_cast<std::int64_t>(outcome.played.size());
    row.bound = bound_of(one.config, outcome.figures);
    row.memory = summary_of(std::move(outcome.figures));
    return {memory_row_metrics()(row)};
  };
  Answer answer;
  answer.effective = table.show(config);
  answer.rows = run_cases(static_cast<std::int64_t>(cases.size()), question.threads, evaluate);
  return answer;
}

std::vector<report::RowKind> rows() { return {memory_row_metrics().kind()}; }

}  // namespace

Family memory_family() { return {"memory", run, rows}; }

}  // namespace jacquard::platform
