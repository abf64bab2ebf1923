// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "jacquard/base/file.hpp"
#include "jacquard/serve/slo_failed.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/serve/dynamic.hpp"
#include "sim/cli/serve/traffic_plan.hpp"
#include "sim/serve/find.hpp"
#include "sim/serve/out/find_page.hpp"
#include "sim/serve/sentences.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/serve/find_rate.hpp"
#include "systemc/serve/layout.hpp"

namespace jacquard::cli {
namespace {

using serve::ServeConfig;
using serve::TrafficRun;
using serve::TrafficSpec;

void write_find(const std::string& sentence, const serve::FindPicture& picture,
                const serve::Slo& slo, const std::vector<serve::LayoutRow>& rows,
                const ServeOptions& words, const Common& common) {
  if (common.out.empty() || words.no_report) return;
  base::write_file(common.out + "/find.svg", serve::find_picture(picture, slo));
  base::write_file(common.out + "/find.html",
                   serve::find_page(sentence, picture, slo, rows, command_line(common.words)));
}

// The layouts of all NPUs that a search tries: where a degree or a split is given, that one.
std::vector<ServeConfig> layouts_of(const ServeConfig& config, const DynamicOptions& o) {
  std::vector<ServeConfig> all = {config};
  if (o.splits() || !serve::is_open(config)) return all;
  const serve::Setup usual = serve::setup_of(config);
  for (const serve::Layout& layout : serve::open_layouts(config, usual.npus)) {
    const serve::Deployment& d = usual.deployment;
    const bool known =
        layout.tp == d.tp && layout.dp == d.attention_dp && layout.ep == d.expert_ep && d.pp == 1;
    if (usual.npus % layout.npus() == 0 && !known) all.push_back(laid_out(config, layout));
  }
  return all;
}

struct RateOfLayout {
  ServeConfig config;
  TrafficPlan plan;
  serve::LayoutRow row;
  std::vector<serve::TriedRun> tried;
  serve::TrafficSpec at;  // the found rate
};

void find_rate_of(RateOfLayout& layout, const DynamicOptions& o, const serve::Slo& slo,
                  const Common& common, const std::function<void(double)>& tell) {
  const RateDraws draws(layout.plan, layout.config, o, slo, common.seed);
  serve::RateRuns runs = draws.runs(tell);
  if (!common.out.empty()) runs.until_broken = {};  // its picture has the share of every run
  runs.at = [&, run_at = runs.at](double rate) {
    TrafficRun run = run_at(rate);
    layout.tried.push_back({layout.row.layout, rate, slo.kept(run.run.records)});
    return run;
  };
  layout.row.knee = serve::knee_of(runs);
  layout.row.rate = serve::find_rate(slo, runs, layout.row.knee);
  if (layout.row.rate) layout.at = draws.at(*layout.row.rate);
}

}  // namespace

int find_max_rate(const ServeConfig& config, const ServeOptions& words, const DynamicOptions& o,
                  const Common& common) {
  const serve::Slo slo = serve::parse_slo(o.slo);
  std::vector<RateOfLayout> layouts;
  for (const ServeConfig& one : layouts_of(config, o)) {
    RateOfLayout layout{one, {}, {}, {}, {}};
    if (layouts.empty()) {
      layout.plan = plan_of(one, o);
    } else {
      const serve::Setup setup = serve::setup_of(one);
      layout.plan = {{setup}, {setup.replicas}};
    }
    layout.row.layout = layout.plan.layout();
    layout.row.npus = layout.plan.npus();
    layouts.push_back(std::move(layout));
  }
  tool::Progress progress("serve", "runs");
  tool::run_in_threads(
      static_cast<std::int64_t>(layouts.size()), common.threads, [&](std::int64_t k) {
        RateOfLayout& layout = layouts[static_cast<std::size_t>(k)];
        find_rate_of(layout, o, slo, common, [&](double rate) {
          progress.at(fmt::format("{}, {:.3g} requests/s", layout.row.layout, rate));
        });
      });
  const auto best = std::max_element(layouts.begin(), layouts.end(),
                                     [](const RateOfLayout& a, const RateOfLayout& b) {
                                       return a.row.rate.value_or(0) < b.row.rate.value_or(0);
                                     });
  if (!best->row.rate) {
    const RateDraws draws(best->plan, best->config, o, slo, common.seed);
    serve::fail_slo("limits that a request alone keeps",
                    slo.kept(draws.runs([](double) {}).alone().run.records), slo);
  }
  const serve::LaunchRow launch = launch_of(best->plan, o);
  serve::FoundRow row;
  row.found = o.find;
  row.rate = best->row.rate;
  report::Result result = result_of(config, o, common);
  result.add(serve::found_metrics()(row));
  serve::FindPicture picture{"", "requests that come a second", {}, *best->row.rate};
  std::vector<serve::LayoutRow> rows;
  for (const RateOfLayout& layout : layouts) {
    rows.push_back(layout.row);
    if (layouts.size() > 1) result.add(serve::layout_metrics()(layout.row));
    picture.tried.insert(picture.tried.end(), layout.tried.begin(), layout.tried.end());
  }
  const serve::TrafficRow at =
      run_into(result, best->plan, best->at, slo, common.out, words, common);
  picture.title = fmt::format("{} on {}: largest rate within limits", at.model, at.system);
  const std::string sentence = serve::sentence_of_rate(*best->row.rate, at, slo);
  finish(result, sentence + "\n" + at.trust.text(), launch, common);
  write_find(sentence, picture, slo, rows, words, common);
  return 0;
}

int find_gpus(const ServeConfig& config, const ServeOptions& words, const DynamicOptions& o,
              const Common& common) {
  const serve::Slo slo = serve::parse_slo(o.slo);
  const TrafficSpec spec = spec_of(config, o, common, {});
  tool::Progress progress("serve", "runs");
  const serve::FoundGpus found =
      serve::find_gpus(config, serve::instance_layouts(config, spec), slo, spec,
                       [&](const std::string& layout) { progress.at(layout); });
  serve::FoundRow row;
  row.found = o.find;
  row.ratio = found.ratio();
  if (found.aggregated) {
    row.aggregated = found.aggregated->row.layout;
    row.aggregated_npus = found.aggregated->row.npus;
  }
  if (found.disaggregated) {
    row.disaggregated = found.disaggregated->row.layout;
    row.disaggregated_npus = found.disaggregated->row.npus;
  }
  report::Result result = result_of(config, o, common);
  result.add(serve::found_metrics()(row));
  std::string model;
  const auto add = [&](const std::optional<serve::FoundLayout>& one, const char* name) {
    if (!one) return;
    const std::string folder = common.out.empty() ? "" : common.out + "/" + name;
    model = run_into(result, plan_of(config, one->layouts), spec, slo, folder, words, common).model;
  };
  add(found.aggregated, "aggregated");
  add(found.disaggregated, "disaggregated");
  const bool split = !found.aggregated || row.disaggregated_npus < row.aggregated_npus;
  const auto& fewest = found.disaggregated && split ? found.disaggregated : found.aggregated;
  const std::string sentence = serve::sentence_of_gpus(row, model, slo);
  finish(result, sentence, launch_of(plan_of(config, fewest->layouts), o), common);
  write_find(sentence,
             {fmt::format("{} on {}: fewest NPUs within limits", model, config.system), "NPUs",
              found.tried, static_cast<double>(fewest->row.npus)},
             slo, {}, words, common);
  return 0;
}

}  // namespace jacquard::cli
