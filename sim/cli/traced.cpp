// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/traced.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/report/job/chakra_timeline.hpp"
#include "jacquard/report/timeline/svg.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "sim/ladder/jobs.hpp"
#include "sim/tool/progress.hpp"
#include "sim/train/traced_rows.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::cli {
namespace {

using train::TracedAnswer;
using train::TracedJob;

// The keys of train that say how traces are run.
TrainJob resolve(const train::Traces& traces, const TrainOptions& o, bool on_fabrics,
                 const Common& common) {
  TrainJob job;
  // Packets and circuits know links alone: what libraries reach of them would make those faster.
  if (on_fabrics) job.config.law = systems::Law::links;
  job.config.hbm.clear();  // recorded kernels say no bytes
  constexpr const char* kNothing = "nothing, as traces say what is done";
  const auto refuse = [&](const std::string& option) { config::Place{option, ""}.fail(kNothing); };
  if (!traces.place.source.empty()) {
    for (const auto& [key, value] : traces.keys.items()) {
      if (!train::concerns_traces(key)) (traces.place / key).fail(kNothing);
    }
    train::train_fields().read(job.config, traces.keys, traces.place);
    job.places = traces.place;
  }
  take_options(o, common, job);
  if (!o.model.empty()) refuse("--model");
  if (!o.placement.empty()) refuse("--placement");
  if (!o.overlap.empty()) refuse("--overlap");
  for (const auto& [key, option] : job.places.given()) {
    if (!train::concerns_traces(key)) refuse(option);
  }
  require_system(traces.keys.contains("system"), job.places);
  return job;
}

// Options that would change nothing: of cycles on other engines, and what fabrics say themselves.
void refuse_idle(const TrainJob& job, bool on_fabrics) {
  for (const auto& [key, option] : job.places.given()) {
    const config::Place place{option, ""};
    if (on_fabrics && (key == "engine" || key == "detail")) place.fail("nothing beside --fabrics");
    const bool in_cycles = on_fabrics || run::has_clocks(job.config.engine);
    if (in_cycles || !train::is_of_the_machine(key)) continue;
    place.fail("--engine cycle beside it", "--engine " + job.config.engine);
  }
}

struct Prepared {
  interop::RankTraces traces;
  TracedJob job;
  std::optional<TracedAnswer> recorded;
};

Prepared prepare(const train::Traces& from, const TrainOptions& o, bool on_fabrics,
                 const Common& common) {
  const TrainJob job = resolve(from, o, on_fabrics, common);
  refuse_idle(job, on_fabrics);
  const config::Place network = job.places.of("system") / "network";
  const int npus = topology::build_fabric(job.config.system.network, network).npus();
  interop::RankTraces traces = train::read_traces(from, npus);
  for (const std::string& note : traces.notes) {
    if (!common.quiet) complain("jacquard: " + note);
  }
  TracedJob traced =
      train::prepare_traced(job.config, job.places, train::job_of(from, traces), from.prefix);
  std::optional<TracedAnswer> recorded;
  if (traced.is_recorded) recorded = train::as_recorded(traced);
  return {std::move(traces), std::move(traced), std::move(recorded)};
}

std::string timeline_of(const Prepared& all, const TracedAnswer& answer) {
  std::vector<report::TimedRank> timed;
  for (int npu = 0; npu < all.traces.ranks(); ++npu) {
    report::TimedRank& rank = timed.emplace_back();
    rank.rank = npu;
    rank.name = fmt::format("rank {}", npu);
    for (const auto& time : answer.intervals_of(npu)) {
      rank.nodes.push_back({time.begin.count(), time.end.count()});
    }
  }
  return report::trace_events(report::run_timeline(all.traces, timed));
}

struct Fabric {
  std::string name;
  std::string engine;
  std::string detail;
};

std::vector<Fabric> fabrics_named(const std::string& names) {
  const std::vector<Fabric> all = {{"ideal", "analytic", ""},
                                   {"links", "event", ""},
                                   {"packet", "cycle", "packet"},
                                   {"circuit", "cycle", "circuit"}};
  if (names.empty()) return all;
  std::vector<std::string> known;
  for (const Fabric& fabric : all) known.push_back(fabric.name);
  std::vector<Fabric> chosen;
  for (const std::string& name : base::comma_list(names)) {
    const auto at = std::find(known.begin(), known.end(), name);
    if (at == known.end()) base::throw_unknown_name("--fabrics", "a fabric", name, known);
    chosen.push_back(base::at(all, at - known.begin()));
  }
  return chosen;
}

// Of dimensions without a switch links.
std::string detail_of(const std::string& detail, const topology::Fabric& fabric) {
  std::string text;
  for (int d = 0; d < fabric.dimensions() && !detail.empty(); ++d) {
    const bool has_switch = topology::has_switch(fabric.dimension(d).block);
    text += fmt::format("{}{}={}", d == 0 ? "" : ",", d, has_switch ? detail : "links");
  }
  return text;
}

}  // namespace

int run_traces(const train::Traces& from, const TrainOptions& o,
               const std::optional<std::string>& on_fabrics, const Common& common) {
  const char* const verb = on_fabrics ? "simulate" : "train";
  tool::Progress progress(verb, "fabrics");
  Prepared all = prepare(from, o, on_fabrics.has_value(), common);
  train::TrainConfig& config = all.job.config;
  std::vector<Fabric> fabrics = {{train::fabric_of(config), config.engine, config.detail}};
  if (on_fabrics) fabrics = fabrics_named(*on_fabrics);
  report::Result result(
      verb, common.seed,
      {{"config", train::train_fields().show(config)}, {"traces", all.traces.digest}});
  train::OnFabrics answers;
  if (all.recorded) answers.emplace_back("recorded", *all.recorded);
  for (const Fabric& fabric : fabrics) {
    progress.at(static_cast<double>(&fabric - fabrics.data()), static_cast<double>(fabrics.size()),
                fabric.name);
    config.engine = fabric.engine;
    config.detail = on_fabrics ? detail_of(fabric.detail, all.job.fabric) : fabric.detail;
    answers.emplace_back(fabric.name, train::run_traced(all.job));
    const TracedAnswer& answer = answers.back().second;
    train::TracedRow row{from.prefix,
                         fabric.name,
                         config.engine,
                         all.job.fabric.npus(),
                         train::figures_of(all.job, answer),
                         {},
                         answer.events};
    if (all.recorded) row.recorded = all.recorded->time;
    result.add(train::traced_metrics()(row));
  }
  if (!common.out.empty()) {
    base::write_file(common.out + "/job.svg", report::svg(train::traced_picture(all.job, answers)));
    base::write_file(common.out + "/timeline.json", timeline_of(all, answers.back().second));
  }
  write_result(result, common, verb);
  print(result, common);
  return 0;
}

TracedLadder traced_ladder(const train::Traces& from, const TrainOptions& o, const Common& common) {
  const auto all = std::make_shared<Prepared>(prepare(from, o, false, common));
  const auto run = [all](const ladder::Rung& rung) {
    ladder::refuse_decided(rung);
    train::TrainConfig& config = all->job.config;
    config.engine = rung.engine;
    config.detail = detail_of(rung.detail, all->job.fabric);
    config.hbm = rung.hbm;
    return ladder::Answer{train::run_traced(all->job).time, "", {}, {}, {}};
  };
  return {all->job.places, run};
}

void refuse_traces(const std::string& word) {
  if (!train::find_traces(word)) return;
  throw base::ConfigError({word, "", "a model, whose layouts differ in what each NPU does",
                           "traces, which say what it did in one layout",
                           "jacquard train JOB --sweep system=8xh100,8xh200 compares systems"});
}

}  // namespace jacquard::cli
