// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <vector>

#include "jacquard/base/file.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/serve/dynamic.hpp"
#include "sim/cli/serve/traffic_plan.hpp"
#include "sim/serve/load_row.hpp"
#include "sim/serve/out/load_page.hpp"
#include "sim/serve/sentences.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/serve/paper_batch.hpp"

namespace jacquard::cli {
namespace {

using serve::LoadRow;
using serve::ServeConfig;

constexpr const char* kUsualSlo = "ttft=2 s,tpot=50 ms";
constexpr double kLow = 0.85;  // of the found rate

serve::CapacityRow capacity_of(const ServeConfig& config, const serve::TrafficRow& at) {
  serve::CapacityRow row;
  row.model = at.model;
  row.system = at.system;
  row.layout = at.layout;
  row.npus = at.npus;
  row.precision = at.precision;
  row.input = config.input;
  row.output = config.output;
  row.at = at;
  return row;
}

}  // namespace

bool asks_load(const ServeConfig& config, const ServeOptions& words, const DynamicOptions& o,
               const Common& common) {
  const DynamicOptions::Given& g = o.given;
  if (o.traffic() || o.replays() || g.find.given()) return false;
  if (o.any()) return true;
  for (const char* key : {"batch", "policy"}) {
    if (says(words, common, key)) return false;
  }
  if (!words.compare.empty() || words.pareto || words.traces || !config.fabric.empty())
    return false;
  return !serve::by_paper(config);
}

int run_load(const ServeConfig& config, const ServeOptions& words, const DynamicOptions& o,
             const Common& common) {
  const bool assumed = !o.given.slo.given();
  const std::string limits = assumed ? kUsualSlo : o.slo;
  const serve::Slo slo = serve::parse_slo(limits);
  const TrafficPlan plan = plan_of(config, o);
  const serve::LaunchRow launch = launch_of(plan, o);
  tool::Progress progress("serve", "runs");
  const RateDraws draws(plan, config, o, slo, common.seed);
  std::map<double, serve::TrafficRow> tried;  // load_points() has the found rate as it is
  serve::RateRuns runs =
      draws.runs([&](double rate) { progress.at(fmt::format("{:.3g} requests/s", rate)); });
  runs.at = [&tried, &slo, run_at = runs.at](double rate) {
    serve::TrafficRun run = run_at(rate);
    tried[rate] = traffic_row(run, slo);
    return run;
  };
  runs.until_broken = [&tried, &slo, run_until = runs.until_broken](double rate) {
    serve::TrafficRun run = run_until(rate);
    if (slo.kept(run.run.records) >= slo.share) tried[rate] = traffic_row(run, slo);
    return run;
  };
  const double knee = serve::knee_of(runs);
  const auto rate = serve::find_rate(slo, runs, knee);

  std::vector<LoadRow> rows = serve::load_points(rate, knee);
  std::atomic<std::int64_t> done{0};
  const auto all = static_cast<double>(rows.size());
  tool::run_in_threads(static_cast<std::int64_t>(rows.size()), common.threads, [&](std::int64_t k) {
    LoadRow& row = rows[static_cast<std::size_t>(k)];
    const auto known = tried.find(row.rate);
    row.traffic =
        known != tried.end()
            ? known->second
            : traffic_row(plan.run(row.share < kLow ? draws.at_low(row.rate) : draws.at(row.rate)),
                          slo);
    row.kept = row.traffic.good >= slo.share;
    progress.at(static_cast<double>(++done), all);
  });

  const auto largest =
      std::find_if(rows.begin(), rows.end(), [](const LoadRow& row) { return row.largest; });
  serve::CapacityRow capacity = capacity_of(
      config, largest != rows.end() ? largest->traffic : traffic_row(runs.alone(), slo));
  capacity.slo = limits;
  capacity.assumed = assumed;
  capacity.rate = rate;
  capacity.knee = knee;

  report::Result result = result_of(config, o, common);
  const bool of_sweep = static_cast<bool>(common.sink);  // its tables have a line for each point
  report::Printed printed = serve::capacity_metrics()(capacity);
  if (!of_sweep) printed.cells = nullptr;
  result.add(std::move(printed));
  for (const LoadRow& row : rows) {
    printed = serve::load_metrics()(row);
    if (of_sweep) printed.cells = nullptr;
    result.add(std::move(printed));
  }
  const std::string sentence = sentence_of(capacity, slo);
  finish(result, sentence + "\n" + capacity.at.trust.text(), launch, common);
  if (!common.out.empty() && !words.no_report) {
    base::write_file(common.out + "/load.svg", serve::load_picture(capacity, rows, slo));
    base::write_file(common.out + "/serve.html",
                     serve::load_page(sentence, capacity, rows, slo, command_line(common.words)));
  }
  return 0;
}

}  // namespace jacquard::cli
