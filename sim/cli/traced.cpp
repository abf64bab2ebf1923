// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/traced.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>

#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/op_graph.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/job/chakra_timeline.hpp"
#include "jacquard/report/timeline/svg.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/tool/progress.hpp"
#include "sim/train/traced_rows.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::cli {
namespace {

namespace fs = std::filesystem;
using train::TracedAnswer;
using train::TracedJob;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// The keys of train that say how traces are run.
TrainJob resolve(const Traces& traces, const TrainOptions& o, const Common& common) {
  TrainJob job;
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

// Of a PREFIX, all ranks that there are, and at least as many as NPUs.
Prepared prepare(const Traces& from, const TrainOptions& o, bool on_fabrics, const Common& common) {
  const TrainJob job = resolve(from, o, common);
  refuse_idle(job, on_fabrics);
  int ranks =
      topology::build_fabric(job.config.system.network, job.places.of("system") / "network").npus();
  const bool is_prefix = !is_file(from.prefix);
  if (is_prefix) ranks = std::max(ranks, interop::count_rank_files(from.prefix));
  interop::RankTraces traces = interop::read_rank_traces(from.prefix, ranks);
  for (const std::string& note : traces.notes) {
    if (!common.quiet) complain("jacquard: " + note);
  }
  std::map<int, std::vector<int>> groups;
  if (!from.groups.empty()) groups = astra::read_comm_groups(from.groups, ranks);
  if (is_prefix) interop::check_ranks(traces, groups);
  TracedJob traced = train::prepare_traced(
      job.config, job.places, interop::job_of(traces, groups, true, interop::OtherKinds::nearest),
      from.prefix);
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

void write_page(const std::string& folder, const std::string& name, const std::string& picture,
                const report::Result& result, const Common& common) {
  base::write_file(
      folder + "/report.html",
      report::document(name, fmt::format("<h1>{}</h1>\n<p><code>{}</code></p>\n{}<div class="
                                         "\"scroll\"><pre>{}</pre></div>\n",
                                         report::escape(name),
                                         report::escape(command_line(common.words, {"--out"})),
                                         report::wide(picture), report::escape(result.table()))));
  spdlog::info("report: {}/report.html", folder);
}

}  // namespace

std::optional<Traces> find_traces(const std::string& word) {
  std::error_code ignored;
  const fs::path path =
      fs::is_directory(word, ignored) ? fs::path(word) / "job.json" : fs::path(word);
  const fs::path folder = path.parent_path();
  Traces traces;
  if (!is_file(path)) {
    if (word.empty() || interop::count_rank_files(word) == 0) return std::nullopt;
    traces.prefix = word;
    if (is_file(folder / "groups.json")) traces.groups = (folder / "groups.json").string();
    return traces;
  }
  if (path.extension() != ".json") return std::nullopt;
  traces.keys = config::read_json(path.string());
  if (!traces.keys.is_object() || !traces.keys.contains("traces")) return std::nullopt;
  traces.place = {path.string(), ""};
  const auto take = [&](const char* key, std::string& into) {
    if (!traces.keys.contains(key)) return;
    const config::Json value = traces.keys[key];
    const bool is_path = value.is_string() && !value.get<std::string>().empty();
    if (!is_path) (traces.place / key).fail("a path", config::brief(value));
    into = (folder / value.get<std::string>()).string();
    traces.keys.erase(key);
  };
  take("traces", traces.prefix);
  take("groups", traces.groups);
  return traces;
}

int run_traces(const Traces& from, const TrainOptions& o,
               const std::optional<std::string>& on_fabrics, const std::string& folder,
               const Common& common) {
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
    if (!on_fabrics) say_answer(train::words_of_traced(row), common);
    result.add(train::traced_metrics()(row));
  }
  if (!folder.empty()) {
    const std::string picture = report::svg(train::traced_picture(all.job, answers));
    base::write_file(folder + "/job.svg", picture);
    write_page(folder, from.prefix, picture, result, common);
    if (!on_fabrics) {
      base::write_file(folder + "/timeline.json", timeline_of(all, answers.back().second));
    }
  }
  write_result(result, common, verb);
  print(result, common);
  return 0;
}

}  // namespace jacquard::cli
