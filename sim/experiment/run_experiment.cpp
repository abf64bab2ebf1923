// SPDX-License-Identifier: Apache-2.0
#include "sim/experiment/run_experiment.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "jacquard/base/hash.hpp"
#include "jacquard/base/version.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "sim/experiment/figures_text.hpp"
#include "sim/experiment/scheduler_choice.hpp"
#include "sim/tool/journal.hpp"
#include "sim/tool/worker_pool.hpp"

namespace jacquard::experiment {
namespace {

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
    const std::string key =
        traffic_fields().show(config.traffic).dump() + "/" + std::to_string(config.fabric.ports);
    Traffic& traffic = known_[key];
    if (traffic == nullptr) {
      traffic = std::make_shared<const std::vector<TrafficItem>>(
          load_traffic(config.traffic, config.fabric.ports, seed_));
    }
    return traffic;
  }

 private:
  std::uint64_t seed_;
  std::map<std::string, Traffic> known_;
};

std::vector<demand::DemandMatrix> demands_of(const Traffic& traffic) {
  std::vector<demand::DemandMatrix> demands;
  for (const TrafficItem& item : *traffic) demands.push_back(item.demand);
  return demands;
}

// A latency measured on this machine becomes one that is given, so that what was run is what
// effective.json says.
ExperimentConfig with_latencies_frozen(ExperimentConfig config, TrafficOf& traffic_of,
                                       std::uint64_t seed) {
  ExperimentConfig plain = config;
  plain.sweep = {};
  const std::vector<Case> cases = cases_of(plain);
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const ExperimentConfig& own = cases[k].config;
    if (cases[k].kind != FabricKind::circuit || own.scheduler.timing != Timing::measured) continue;
    check(own.scheduler, own.fabric.ports);
    const auto circuit = systemc::resolve(own.circuit, basics_of(own.fabric), {}, seed);
    const SchedulerConfig fixed =
        frozen(own.scheduler, demands_of(traffic_of(own)), counting_of(own, circuit));
    config.fabrics[k].set.emplace_back("scheduler.timing=fixed");
    config.fabrics[k].set.push_back("scheduler.latency=" + config::show_quantity(fixed.latency));
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

std::vector<Unit> units_of(const ExperimentAnswer& a, int seeds) {
  std::vector<Unit> units;
  for (std::size_t c = 0; c < a.cases.size(); ++c) {
    for (std::size_t i = 0; i < a.traffic[c]->size(); ++i) {
      for (int s = 0; s < seeds; ++s) units.push_back({c, i, s});
    }
  }
  return units;
}

void collect(ExperimentAnswer& a, const std::vector<Unit>& units,
             const std::vector<RunFigures>& figures, int seeds) {
  for (std::size_t c = 0; c < a.cases.size(); ++c) {
    for (const std::string& source : sources_of(a.traffic[c])) {
      CaseRuns runs{&a.cases[c], source, {}, seeds};
      for (std::size_t u = 0; u < units.size(); ++u) {
        if (units[u].of_case == c && (*a.traffic[c])[units[u].item].source == source) {
          runs.runs.push_back(figures[u]);
        }
      }
      a.runs.push_back(std::move(runs));
    }
  }
}

// One line that names the study a journal belongs to.
std::string identity_of(const ExperimentAnswer& a, const ExperimentOptions& options) {
  const std::string config = experiment_fields().show(a.effective).dump();
  return "jacquard simulate " + std::string(base::kVersion) + " " +
         base::fnv1a_hex(config + "/" + std::to_string(options.seed) + "/" +
                         std::to_string(options.seeds));
}

// Those runs the journal does not have, in worker processes.
std::vector<RunFigures> run_all(std::size_t count,
                                const std::function<RunFigures(std::size_t)>& run,
                                const std::string& identity, const ExperimentOptions& options) {
  tool::Journal journal(options.journal, identity);
  const tool::InterruptWatch watch(options.journal.empty()
                                       ? "interrupted; nothing was written"
                                       : "interrupted; run the same command again to go on from " +
                                             options.journal);
  std::vector<RunFigures> figures(count);
  std::vector<std::size_t> missing;
  for (std::size_t u = 0; u < count; ++u) {
    const auto known = journal.finished().find(static_cast<std::int64_t>(u));
    if (known == journal.finished().end()) {
      missing.push_back(u);
    } else {
      figures[u] = parse_figures(known->second, options.journal);
    }
  }
  tool::run_jobs(
      {"run", options.threads}, watch, static_cast<std::int64_t>(missing.size()),
      [&](std::int64_t job) { return figures_text(run(missing[static_cast<std::size_t>(job)])); },
      [&](std::int64_t job, const std::string& text) {
        const std::size_t u = missing[static_cast<std::size_t>(job)];
        figures[u] = parse_figures(text, "run " + std::to_string(u));
        journal.add(static_cast<std::int64_t>(u), text);
        if (!options.progress) return;
        options.progress(job + 1, static_cast<std::int64_t>(missing.size()), figures[u]);
      });
  return figures;
}

// The first item through each fabric at the first point, once more, with everything kept.
void run_in_detail(ExperimentAnswer& a, const ExperimentOptions& options) {
  bool waveform_written = options.waveform.empty();
  for (std::size_t k = 0; k < a.effective.fabrics.size(); ++k) {
    const Case& c = a.cases[k];
    const bool wave = !waveform_written && c.kind == FabricKind::circuit &&
                      c.config.scheduler.kind == SchedulerKind::rtl;
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
  answer.effective = with_latencies_frozen(config, traffic_of, options.seed);
  answer.cases = cases_of(answer.effective);
  std::vector<CaseRunner> runners;
  for (const Case& c : answer.cases) {
    answer.traffic.push_back(traffic_of(c.config));
    runners.emplace_back(c, options.seed);
  }
  const std::vector<Unit> units = units_of(answer, options.seeds);
  const auto run = [&](std::size_t u) {
    const Unit& unit = units[u];
    return runners[unit.of_case].run((*answer.traffic[unit.of_case])[unit.item],
                                     options.seed + static_cast<std::uint64_t>(unit.seed));
  };
  const std::vector<RunFigures> figures =
      run_all(units.size(), run, identity_of(answer, options), options);
  collect(answer, units, figures, options.seeds);
  if (options.details) run_in_detail(answer, options);
  return answer;
}

}  // namespace jacquard::experiment
