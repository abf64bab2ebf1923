// SPDX-License-Identifier: Apache-2.0
#include "systemc/engines/engines.hpp"

#include <algorithm>

#include "jacquard/astra/engine.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/analytic/analytic.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "systemc/rounds/cycle_engine.hpp"

namespace jacquard::run {
namespace {

template <class E>
const engine::Engine& the() {
  static const E engine;
  return engine;
}

std::vector<EngineEntry>& rows() {
  static std::vector<EngineEntry> all = own_engines();
  return all;
}

const EngineEntry& entry_of(const std::string& name) {
  const auto table = engine_table();
  const auto entry = std::find_if(table.begin(), table.end(),
                                  [&](const EngineEntry& e) { return e.name == name; });
  if (entry == table.end()) base::throw_unknown_name("--engine", "an engine", name, engine_names());
  return *entry;
}

}  // namespace

std::vector<EngineEntry> own_engines() {
  return {
      {"analytic", Grain::closed_forms, the<engine::AnalyticEngine>, the<engine::AnalyticEngine>},
      {"event", Grain::messages, the<engine::EventEngine>, the<astra::AstraEngine>},
      {"cycle", Grain::clocks, the<systemc::CycleEngine>, nullptr},
  };
}

base::Span<const EngineEntry> engine_table() { return rows(); }

void use_engines(std::vector<EngineEntry> all) { rows() = std::move(all); }

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const EngineEntry& entry : engine_table()) names.emplace_back(entry.name);
  return names;
}

std::vector<std::string> engine_names(Grain grain) {
  std::vector<std::string> names;
  for (const EngineEntry& entry : engine_table()) {
    if (entry.grain == grain) names.emplace_back(entry.name);
  }
  return names;
}

Grain grain_of(const std::string& engine) { return entry_of(engine).grain; }

engine::Result run_on(const std::string& name, const engine::Scenario& scenario) {
  const EngineEntry& entry = entry_of(name);
  if (scenario.mode == engine::Mode::faithful || entry.in_astra_modes == nullptr) {
    return entry.in_faithful_mode().run(scenario);
  }
  if (scenario.work.step == nullptr) {
    if (const auto fault = the<astra::AstraEngine>().refusal(scenario)) {
      throw base::ConfigError(*fault);
    }
  }
  return entry.in_astra_modes().run(scenario);
}

}  // namespace jacquard::run
