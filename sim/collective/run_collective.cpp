// SPDX-License-Identifier: Apache-2.0
#include "sim/collective/run_collective.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/engine/analytic/analytic.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "sim/collective/affordable.hpp"
#include "sim/collective/as_astra.hpp"
#include "systemc/rounds/simulate_rounds.hpp"

namespace jacquard::run {
namespace {

[[noreturn]] void refuse(const CollectiveConfig& config, const std::string& expected,
                         const std::string& found) {
  throw base::ConfigError({"--engine " + name_of(config.engine), "", expected, found, ""});
}

// Keys that only some engines look at are an error elsewhere, not ignored.
void require_used(const CollectiveConfig& config) {
  if (config.guard.count() > 0 && config.engine != EngineKind::cycle) {
    refuse(config, "no --guard, which is of circuits; the cycle engine has it",
           "--guard " + config::show_quantity(config.guard));
  }
  const bool stores = config.rules.forwarding == engine::Forwarding::store_and_forward;
  if (stores && config.engine == EngineKind::cycle) {
    refuse(config, "--forwarding cut-through, as circuits store nothing", "store-and-forward");
  }
  if (stores && config.mode != engine::Mode::faithful) {
    throw base::ConfigError({"--mode " + name_of(config.mode), "",
                             "no --forwarding: ASTRA-sim has its own", "store-and-forward", ""});
  }
  if (!config.disturbance.empty() && config.mode != engine::Mode::faithful) {
    throw base::ConfigError({"--mode " + name_of(config.mode), "",
                             "no --disturbance: ASTRA-sim's NPUs and links are alike",
                             config.disturbance, "--mode faithful has it"});
  }
}

void require_runs_graphs(const CollectiveConfig& config) {
  const bool faithful = config.mode == engine::Mode::faithful;
  if (config.engine == EngineKind::event && faithful) return;
  throw base::ConfigError(
      {faithful ? "--engine " + name_of(config.engine) : "--mode " + name_of(config.mode), "",
       "blocks such as \"Ring(4) Switch(8)\"",
       "'" + config.network.topology + "', a graph of links",
       "--engine event in --mode faithful runs it"});
}

void require_undisturbed(const CollectiveConfig& config, const engine::Scenario& scenario) {
  if (scenario.disturbance.empty()) return;
  refuse(config, "the same everywhere; the event engine has stragglers and single links",
         "--disturbance " + config.disturbance);
}

engine::Result analyse(const CollectiveConfig& config, const engine::Scenario& scenario,
                       const Work& work) {
  require_undisturbed(config, scenario);
  if (!work.request) {
    refuse(config, "a collective it has closed forms for; the event engine runs any rounds",
           "--rounds");
  }
  if (config.mode == engine::Mode::astra_unaware) {
    require_astra(config, *work.request, *scenario.network.fabric());
  }
  return engine::analyse(*work.request, *scenario.network.fabric(), config.rules, config.mode);
}

engine::Result run_as_astra(const CollectiveConfig& config, const engine::Scenario& scenario,
                            const Work& work) {
  if (!work.request) {
    refuse(config, "--mode faithful; ASTRA-sim knows its own collectives only", "--rounds");
  }
  return as_astra(config, *work.request, *scenario.network.fabric());
}

engine::Result cycle(const CollectiveConfig& config, const engine::Scenario& scenario) {
  require_undisturbed(config, scenario);
  if (config.mode != engine::Mode::faithful) {
    refuse(config, "--mode faithful", "--mode " + name_of(config.mode));
  }
  return systemc::simulate_rounds(
      {scenario.graph, *scenario.network.fabric(), config.rules, config.guard, 0});
}

}  // namespace

namespace {

// Engines know of rounds and a disturbance, a user of files and options.
[[noreturn]] void throw_as_given(const CollectiveConfig& config, const Work& work,
                                 base::InputFault fault) {
  if (fault.source == "rounds") fault.source = work.request ? "--bytes" : work.file;
  if (fault.source.empty()) {
    fault.source = work.request ? "--bytes" : work.file;
    fault.hint +=
        fault.hint.empty() ? "see --bandwidth, --latency" : "; see --bandwidth, --latency";
  }
  if (fault.source == "disturbance") fault.source = config.disturbance;
  throw base::ConfigError(fault);
}

engine::Result run_events(const CollectiveConfig& config, engine::Scenario scenario,
                          const Progress& progress) {
  const double expected = require_affordable(config, scenario);
  if (progress) {
    progress(0, expected);
    scenario.progress = [&](std::int64_t events) { progress(events, expected); };
  }
  return engine::EventEngine().run(scenario);
}

engine::Result run_scenario(const CollectiveConfig& config, const engine::Scenario& scenario,
                            const Work& work, const Progress& progress) {
  switch (config.engine) {
    case EngineKind::analytic:
      return analyse(config, scenario, work);
    case EngineKind::cycle:
      return cycle(config, scenario);
    case EngineKind::event:
      break;
  }
  if (config.mode != engine::Mode::faithful) return run_as_astra(config, scenario, work);
  return run_events(config, scenario, progress);
}

}  // namespace

engine::Result run_collective(const CollectiveConfig& config, const topology::Network& network,
                              const Work& work, const Progress& progress) {
  require_used(config);
  if (network.graph) require_runs_graphs(config);
  engine::Scenario scenario{work.graph, network.view(), config.rules,
                            {},         config.mode,    config.symmetry};
  if (!config.disturbance.empty()) {
    scenario.disturbance = engine::read_disturbance(config.disturbance);
  }
  try {
    return run_scenario(config, scenario, work, progress);
  } catch (const base::ConfigError& error) {
    throw_as_given(config, work, error.fault());
  }
}

}  // namespace jacquard::run
