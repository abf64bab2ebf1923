// SPDX-License-Identifier: Apache-2.0
// The contract of the engines. docs/engines.md says what each models and how far they agree.
#pragma once

#include "jacquard/engine/result.hpp"
#include "jacquard/engine/scenario.hpp"

namespace jacquard::engine {

// Same scenario, same result, to the picosecond and whatever the number of threads.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual const char* name() const = 0;  // "analytic", "event", "cycle"
  // Throws ConfigError where the graph does not fit the network or the mode is not this engine's.
  virtual Result run(const Scenario& scenario) const = 0;
};

}  // namespace jacquard::engine
