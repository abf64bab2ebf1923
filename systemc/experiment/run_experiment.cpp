// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/run_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/hash.hpp"
#include "jacquard/tool/interrupt.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "systemc/experiment/distinct_cases.hpp"

namespace jacquard::experiment {
namespace {

constexpr std::size_t kMostRuns = 10'000'000;

struct Unit {
  std::size_t of_case;
  std::size_t item;
  int seed;
};

// What each case sends. Most send the same, which is read once.
class TrafficOf {
 public:
  explicit TrafficOf(std::uint64_t seed) : seed_(seed) {}
  Traffic operator()(const ExperimentConfig& config) {
    const std::string key = traffic_fields().show(config.traffic).dump() +
                            fmt::format("/{}/{}", config.fabric.ports, config.fabric.rate.count());
    Traffic& traffic = known_[key];
    if (traffic == nullptr) {
      traffic = std::make_shared<const std::vector<TrafficItem>>(
          load_traffic(config.traffic, config.fabric, seed_));
    }
    return traffic;
  }

 private:
  std::uint64_t seed_;
  std::map<std::string, Traffic> known_;
};

// Figures of all runs are kept, and sums over them are 64-bit counts of bytes.
void require_countable(const std::vector<Traffic>& traffic, int seeds) {
  __extension__ using Wide = __int128;
  std::size_t runs = 0;
  for (const Traffic& items : traffic) runs += items->size() * static_cast<std::size_t>(seeds);
  if (runs > kMostRuns) {
    throw base::ConfigError(
        {"--seeds", "",
         fmt::format("at most {} runs: matrices x fabrics x points x seeds", kMostRuns),
         fmt::format("{}", runs), "a smaller traffic.count"});
  }
  for (const Traffic& items : traffic) {
    Wide sum = 0;
    for (const TrafficItem& item : *items) sum += Wide{item.demand.total().count()} * seeds;
    if (sum <= std::numeric_limits<std::int64_t>::max()) continue;
    throw base::ConfigError(
        {"traffic", "/count", "at most 9.2 EB over all matrices and seeds",
         fmt::format("{} matrices with {} seeds, which are more", items->size(), seeds), ""});
  }
}

// One latency is measured for all points of a sweep.
void require_one_latency(const std::string& swept) {
  const bool same_decisions = swept.empty() || swept == "scheduler.latency" ||
                              swept == "scheduler.overlap" || swept.rfind("circuit.", 0) == 0 ||
                              swept.rfind("faults.", 0) == 0;
  if (same_decisions) return;
  throw base::ConfigError({"sweep", "/key",
                           "a key that leaves decisions as they are where scheduler.timing is "
                           "measured (measure each value in a run of its own)",
                           "'" + swept + "'", ""});
}

bool is_measured(const Case& c) {
  return c.kind->is_measured != nullptr && c.kind->is_measured(c.config);
}

// Without wall clock there is no latency to measure, and nothing to say of such a fabric.
ExperimentConfig without_measured(ExperimentConfig config, std::vector<std::string>& left_out) {
  ExperimentConfig plain = config;
  plain.sweep = {};
  const std::vector<Case> cases = cases_of(plain);
  for (std::size_t k = cases.size(); k-- > 0;) {
    if (!is_measured(cases[k])) continue;
    left_out.insert(left_out.begin(), cases[k].fabric);
    config.fabrics.erase(config.fabrics.begin() + static_cast<std::ptrdiff_t>(k));
  }
  if (config.fabrics.empty()) {
    throw base::ConfigError({"scheduler", "/timing",
                             "auto, cycles or fixed with --no-timing, as measured is wall clock",
                             "measured in every fabric", "scheduler.timing=fixed with a latency"});
  }
  return config;
}

// A latency measured on this machine becomes one that is given, so that what was run is what
// effective.json says.
ExperimentConfig with_latencies_frozen(ExperimentConfig config, TrafficOf& traffic_of,
                                       std::uint64_t seed) {
  const std::string swept = config.sweep.key;
  ExperimentConfig plain = config;
  plain.sweep = {};
  const std::vector<Case> cases = cases_of(plain);
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (!is_measured(cases[k])) continue;
    require_one_latency(swept);
    const ExperimentConfig& own = cases[k].config;
    for (std::string& key : cases[k].kind->measured(own, *traffic_of(own), seed)) {
      config.fabrics[k].set.push_back(std::move(key));
    }
  }
  return config;
}

std::vector<std::string> sources_of(const Traffic& traffic) {
  std::vector<std::string> sources;
  for (const TrafficItem& item : *traffic) {
    if (std::find(sources.begin(), sources.end(), item.source) == sources.end()) {
      sources.push_back(item.source);
    }
  }
  return sources;
}

// What is simulated: each case that is not like one before it.
std::vector<Unit> units_of(const ExperimentAnswer& a, const std::vector<std::size_t>& first,
                           int seeds) {
  std::vector<Unit> units;
  for (std::size_t c = 0; c < a.cases.size(); ++c) {
    if (first[c] != c) continue;
    for (std::size_t i = 0; i < a.traffic[c]->size(); ++i) {
      for (int s = 0; s < seeds; ++s) units.push_back({c, i, s});
    }
  }
  return units;
}

void collect(ExperimentAnswer& a, const std::vector<std::size_t>& first,
             const std::vector<Unit>& units, const std::vector<RunFigures>& figures, int seeds) {
  for (std::size_t c = 0; c < a.cases.size(); ++c) {
    for (const std::string& source : sources_of(a.traffic[c])) {
      CaseRuns runs{&a.cases[c], source, {}, seeds, a.effective.sweep.key, {}};
      for (std::size_t u = 0; u < units.size(); ++u) {
        if (units[u].of_case == first[c] && (*a.traffic[c])[units[u].item].source == source) {
          runs.runs.push_back(figures[u]);
          runs.items.push_back(&(*a.traffic[c])[units[u].item]);
        }
      }
      a.runs.push_back(std::move(runs));
    }
  }
}

// Of what the runs read from files, tables of devices too: a journal of other contents is not one
// of this study.
std::string hash_of_inputs(const ExperimentAnswer& a, std::uint64_t seed) {
  std::set<Traffic> seen;
  std::string text;
  for (std::size_t c = 0; c < a.cases.size(); ++c) {
    text += a.cases[c].kind->inputs(a.cases[c].config, seed);
    if (!seen.insert(a.traffic[c]).second) continue;
    for (const TrafficItem& item : *a.traffic[c]) {
      text += item.name + ':';
      for (const demand::Flow& flow : item.flows) {
        text += fmt::format("{} {} {} {},", flow.source, flow.destination, flow.size.count(),
                            flow.start.count());
      }
    }
  }
  return base::fnv1a_hex(text);
}

// The runs in worker processes, but those that a journal has.
std::vector<config::Document> run_units(const tool::Cases& cases, const config::Json& identity,
                                        const ExperimentOptions& options) {
  if (!options.journal.empty()) {
    tool::Journal journal(options.journal, "simulate", identity);
    const tool::LastWords words([&options] {
      return "what is finished is kept in " + options.journal +
             ": the same command goes on from there";
    });
    return run_cases(cases, journal, "runs");
  }
  const tool::LastWords words([] { return std::string("nothing was written"); });
  return run_cases(cases);
}

// The first item through each fabric at the first point, once more, with everything kept.
void run_in_detail(ExperimentAnswer& a, const ExperimentOptions& options) {
  bool waveform_written = options.waveform.empty();
  for (std::size_t k = 0; k < a.effective.fabrics.size(); ++k) {
    const Case& c = a.cases[k];
    const bool wave = !waveform_written && rtl_core_of(c);
    waveform_written = waveform_written || wave;
    if (wave) {
      std::filesystem::create_directories(std::filesystem::path(options.waveform).parent_path());
    }
    CaseRunner runner(c, options.seed, wave ? options.waveform : "");
    report::FabricRun run;
    runner.run(a.traffic[k]->front(), options.seed, &run);
    a.details.push_back(std::move(run));
  }
}

}  // namespace

ExperimentAnswer run_experiment(const ExperimentConfig& config, const ExperimentOptions& options) {
  ExperimentAnswer answer;
  TrafficOf traffic_of(options.seed);
  const ExperimentConfig measurable =
      options.wall_clock ? config : without_measured(config, answer.left_out);
  answer.effective = with_latencies_frozen(measurable, traffic_of, options.seed);
  answer.cases = cases_of(answer.effective);
  const std::vector<std::size_t> first = first_alike(answer.cases);
  std::vector<std::optional<CaseRunner>> runners(answer.cases.size());
  for (std::size_t k = 0; k < answer.cases.size(); ++k) {
    const Case& c = answer.cases[k];
    if (is_measured(c)) require_one_latency(answer.effective.sweep.key);
    answer.traffic.push_back(traffic_of(c.config));
    if (first[k] == k) runners[k].emplace(c, options.seed);
  }
  require_countable(answer.traffic, options.seeds);
  const std::vector<Unit> units = units_of(answer, first, options.seeds);
  tool::Cases cases;
  cases.what = "run";
  cases.workers = options.threads;
  cases.count = static_cast<std::int64_t>(units.size());
  const auto figures_of = [&](std::int64_t u) -> const KindFigures& {
    return answer.cases[base::at(units, u).of_case].kind->figures();
  };
  cases.evaluate = [&](std::int64_t u) -> config::Document {
    const Unit& unit = base::at(units, u);
    return figures_json(
        runners[unit.of_case]->run((*answer.traffic[unit.of_case])[unit.item],
                                   options.seed + static_cast<std::uint64_t>(unit.seed)),
        figures_of(u));
  };
  cases.on_result = [&](std::int64_t u, bool found, const config::Document& result) {
    if (!found && options.progress) {
      options.progress(u + 1, cases.count, read_figures(result, figures_of(u), "a run"));
    }
  };
  config::Json identity;
  identity["experiment"] = experiment_fields().show(answer.effective);
  identity["seed"] = options.seed;
  identity["seeds"] = options.seeds;
  identity["inputs"] = hash_of_inputs(answer, options.seed);
  identity["runs"] = cases.count;
  std::vector<RunFigures> figures;
  for (const config::Document& result : run_units(cases, identity, options)) {
    const auto u = static_cast<std::int64_t>(figures.size());
    figures.push_back(read_figures(result, figures_of(u), "a run"));
  }
  collect(answer, first, units, figures, options.seeds);
  if (options.details) run_in_detail(answer, options);
  return answer;
}

}  // namespace jacquard::experiment
