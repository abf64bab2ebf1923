// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/batches.hpp"

#include <algorithm>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/swept.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/sweep_page.hpp"
#include "sim/serve/batch_cases.hpp"
#include "sim/serve/batch_files.hpp"
#include "sim/serve/sentences.hpp"
#include "sim/serve/step_traces.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/serve/paper_batch.hpp"
#include "systemc/serve/sweep_cases.hpp"

namespace jacquard::cli {
namespace {

std::vector<serve::ServeConfig> cases_of(const serve::ServeConfig& config, const ServeOptions& o) {
  std::vector<serve::ServeConfig> cases = serve::cases_of(config, o.sweep);
  if (o.compare.empty()) return cases;
  // Ratios of two rule books would say nothing of the systems.
  const bool paper = serve::is_appliance(o.compare[0]) || serve::is_appliance(o.compare[1]);
  for (serve::ServeConfig& c : cases) {
    if (paper && c.rules == serve::Rulebook::automatic) c.rules = serve::Rulebook::paper;
  }
  const std::size_t half = cases.size();
  for (std::size_t i = 0; i < half; ++i) {
    cases.push_back(cases[i]);
    cases.back().system = o.compare[1];
  }
  return cases;
}

// The rows of the cases with their values, for the picture of their sweep.
std::optional<report::LineChart> chart_of(const std::vector<serve::BatchAnswer>& answers,
                                          const ServeOptions& o) {
  const std::vector<tool::Swept> swept = tool::read_sweeps(o.sweep, serve::kMostCases);
  const auto values = tool::combinations(swept);
  std::vector<SweptRow> rows;
  for (std::size_t i = 0; i < answers.size(); ++i) {  // those of --compare follow one another
    if (!answers[i].row) continue;
    rows.push_back({values[i % values.size()], serve::batch_metrics().json(*answers[i].row)});
  }
  std::string help;
  for (const config::FieldInfo& field : serve::serve_fields().infos()) {
    if (field.key == serve::key_of(swept.back().key)) help = field.doc;
  }
  return sweep_chart(rows, swept, serve_command(), help);
}

// With the swept keys that rows, or tables, of its kind do not have, behind those that they have.
report::Printed with_swept(report::Printed row, const report::RowKind& kind,
                           const serve::ServeConfig& config, const ServeOptions& o) {
  if (o.sweep.empty()) return row;
  const auto said = serve::serve_fields().show(config);
  for (const tool::Swept& swept : tool::read_sweeps(o.sweep, serve::kMostCases)) {
    const std::string key = serve::key_of(swept.key);
    if (!said.contains(key)) continue;
    if (!row.json.contains(key)) row.json[key] = said.at(key);
    const bool column = std::any_of(
        kind.metrics.begin(), kind.metrics.end(),
        [&](const report::MetricInfo& m) { return m.key == key && !m.heading.empty(); });
    if (!column) row.cells[swept.key] = row.json.at(key);
  }
  return row;
}

std::string sentence_of(const std::vector<serve::BatchAnswer>& answers, const ServeOptions& o) {
  return o.compare.empty() ? serve::sentence_of(answers, o.pareto)
                           : serve::sentence_of(serve::ratios(answers));
}

// A case that stands alone, or all of them, must run.
void require_any(const std::vector<serve::BatchAnswer>& answers, bool all) {
  const auto ran = [](const serve::BatchAnswer& a) { return a.row.has_value(); };
  const auto first = std::find_if_not(answers.begin(), answers.end(), ran);
  if (first == answers.end()) return;
  if (all || std::none_of(answers.begin(), answers.end(), ran)) throw *first->refused;
}

}  // namespace

int run_batches(const serve::ServeConfig& config, const ServeOptions& o, const Common& common) {
  const bool one_step = config.mtp == 0 && config.overlap != "two_batches";
  if (o.traces && (common.out.empty() || !o.sweep.empty() || !o.compare.empty() ||
                   serve::by_paper(config) || !one_step)) {
    throw base::ConfigError({"--traces", "",
                             "--out DIR beside it, and one case by our own rules without --mtp and "
                             "--overlap",
                             "", ""});
  }
  const std::vector<serve::ServeConfig> cases = cases_of(config, o);
  report::Result result("serve", common.seed,
                        {{"serve", serve::serve_fields().show(config)},
                         {"sweep", o.sweep},
                         {"compare", o.compare},
                         {"pareto", o.pareto}});
  tool::Progress progress("serve", "batches");
  serve::BatchRun run;
  run.threads = common.threads;
  run.progress = [&](std::int64_t done, std::int64_t of) {
    progress.at(static_cast<double>(done), static_cast<double>(of));
  };
  std::vector<serve::BatchAnswer> answers = serve::run_batches(cases, run);
  require_any(answers, o.sweep.empty());
  if (o.pareto) serve::mark_front(answers);
  const report::RowKind batch = serve::batch_metrics().kind();
  const report::RowKind refused = serve::refused_case_metrics().kind();
  for (const serve::BatchAnswer& answer : answers) {
    if (!answer.row) continue;
    result.add(with_swept(serve::batch_metrics()(*answer.row), batch, answer.config, o));
  }
  if (!o.compare.empty()) {
    for (const serve::RatioRow& ratio : serve::ratios(answers)) {
      result.add(serve::ratio_metrics()(ratio));
    }
  }
  for (const serve::BatchAnswer& answer : answers) {
    if (!answer.refused) continue;
    result.add(with_swept(serve::refused_case_metrics()(serve::refused_case(answer)), refused,
                          answer.config, o));
  }
  if (o.traces) {
    progress.at("writing traces");
    serve::write_step_traces(serve::setup_of(config), answers[0].row->batch, common.out + "/trace");
  }
  say_answer(sentence_of(answers, o), common);
  print(result, common);
  write_result(result, common, "serve");
  if (!common.out.empty()) serve::write_batches(answers, o.pareto && !o.no_report, common.out);
  if (!o.sweep.empty() && !o.no_report) write_sweep(result, chart_of(answers, o), common);
  return 0;
}

}  // namespace jacquard::cli
