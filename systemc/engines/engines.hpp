// SPDX-License-Identifier: Apache-2.0
// Engines, in one table. Verbs name an engine; no verb knows one.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/engine/engine.hpp"

namespace jacquard::run {

// What an engine follows from beginning to end.
enum class Grain {
  closed_forms,  // nothing: times are added up
  messages,      // each message on its links
  clocks,        // SystemC parts: circuits, NPUs, memories
};

struct EngineEntry {
  const char* name;
  Grain grain;
  const engine::Engine& (*in_faithful_mode)();
  const engine::Engine& (*in_astra_modes)();  // null: it has none, and refuses them
};

std::vector<EngineEntry> own_engines();
// The rows of this program: our own, unless its main() says others before anything asks.
base::Span<const EngineEntry> engine_table();
void use_engines(std::vector<EngineEntry> rows);
std::vector<std::string> engine_names();
std::vector<std::string> engine_names(Grain grain);

// Throws ConfigError, naming --engine, for a name of no engine.
Grain grain_of(const std::string& engine);
inline bool has_clocks(const std::string& engine) { return grain_of(engine) == Grain::clocks; }
inline bool is_closed_form(const std::string& engine) {
  return grain_of(engine) == Grain::closed_forms;
}

// Runs the scenario on the engine of that name, in the scenario's mode. In ASTRA-sim's modes
// whatever its input cannot say is refused on every engine, but for steps, of which the list
// schedule keeps accounts as ASTRA-sim does. Throws ConfigError as Engine::run does, and for a name
// of no engine.
engine::Result run_on(const std::string& engine, const engine::Scenario& scenario);

}  // namespace jacquard::run
