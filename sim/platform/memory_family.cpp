// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/memory_family.hpp"

#include <sstream>

#include "jacquard/base/file.hpp"
#include "jacquard/memory/closed_forms.hpp"
#include "jacquard/memory/fidelity_words.hpp"
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

// `which`: "-3" of the third case of several, whose file is "commands-3.csv".
MemoryOutcome run_one(const Question& question, const MemoryExperiment& config,
                      const std::string& which) {
  if (question.out.empty()) return run_memory(config, question.seed);
  std::ostringstream commands;
  MemoryOutcome outcome =
      run_memory(config, question.seed, {true, config.commands ? &commands : nullptr});
  const std::string end = which + ".csv";
  base::write_file(question.out + "/latencies" + end, latencies_csv(outcome.played));
  if (config.commands) base::write_file(question.out + "/commands" + end, commands.str());
  return outcome;
}

MemoryRow row_of(const Case<MemoryExperiment>& one, MemoryOutcome outcome) {
  MemoryRow row;
  row.variant = one.variant;
  row.point = one.point;
  row.fidelity = memory::fidelity_codec().show(one.config.memory.fidelity);
  row.accesses = outcome.accesses;
  row.bound = bound_of(one.config, outcome.figures);
  row.memory = summary_of(std::move(outcome.figures));
  return row;
}

void write_report(const std::string& folder, const std::string& title, const Answer& answer) {
  std::vector<report::Row> rows, cells;
  for (const report::Printed& row : answer.rows) {
    rows.push_back(row.json);
    cells.push_back(row.cells);
    cells.back().erase("row_kind");
  }
  base::write_file(folder + "/effective.json", answer.effective.dump(2) + "\n");
  base::write_file(folder + "/bandwidth.svg", bandwidth_picture(title, rows));
  base::write_file(folder + "/report.html", bandwidth_page(title, rows, cells));
}

Answer run(const Question& question) {
  const auto& table = memory_experiment_fields();
  MemoryExperiment config = resolved(table, question);
  if (!question.requests.empty()) config.requests = question.requests;
  const auto cases = cases_of(config, table);
  for (const auto& one : cases) {
    require_consistent(one.config, {question.path, ""});
    if (!one.config.commands || !question.out.empty()) continue;
    config::Place{question.path, "/commands"}.fail("--out DIR, where the commands go", "none");
  }
  const Answer answer = answer_of(table, config, cases, question.threads, [&](const auto& one) {
    const std::string which = cases.size() > 1 ? "-" + std::to_string(&one - &cases[0] + 1) : "";
    return memory_row_metrics()(row_of(one, run_one(question, one.config, which)));
  });
  if (!question.out.empty()) write_report(question.out, config.title, answer);
  return answer;
}

std::vector<report::RowKind> rows() { return {memory_row_metrics().kind()}; }

}  // namespace

Family memory_family() { return {"memory", run, rows, true}; }

}  // namespace jacquard::platform
