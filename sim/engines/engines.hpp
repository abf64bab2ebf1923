// SPDX-License-Identifier: Apache-2.0
// Engines, in one table. Verbs name an engine; no verb knows one.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/engine/engine.hpp"

namespace jacquard::run {

struct EngineEntry {
  const char* name;
  const engine::Engine& (*in_faithful_mode)();
  const engine::Engine& (*in_astra_modes)();  // null: it has none, and refuses them
};

std::vector<EngineEntry> own_engines();
// The rows of this program: our own, unless its main() says others before anything asks.
base::Span<const EngineEntry> engine_table();
void use_engines(std::vector<EngineEntry> rows);
std::vector<std::string> engine_names();

// Runs the scenario on the engine of that name, in the scenario's mode. In ASTRA-sim's modes
// whatever its input cannot say is refused on every engine. Throws ConfigError as Engine::run does,
// and for a name of no engine.
engine::Result run_on(const std::string& engine, const engine::Scenario& scenario);

}  // namespace jacquard::run
