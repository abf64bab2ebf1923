// SPDX-License-Identifier: Apache-2.0
// The contract of the engines. docs/engines.md says what each models and how far they agree.
#pragma once

#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/engine/scenario.hpp"

namespace jacquard::engine {

// The one door: same scenario, same result, to the picosecond and whatever the number of threads.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual const char* name() const = 0;  // "analytic", "event", "cycle", "astra"
  // Why this engine does not run the scenario's rounds or job; nothing if it does. Cheap, whatever
  // a run costs.
  virtual std::optional<base::InputFault> refusal(const Scenario& scenario) const = 0;
  // Throws ConfigError for a refusal, for more work than the limits allow where the engine can say
  // what a run costs (naming --most-events or --most-memory), and for what shows only in running:
  // rounds that wait for each other, times beyond 46 days.
  Result run(const Scenario& scenario) const;

 private:
  // Of rounds; asked only where the scenario has limits, or somebody expects it. Nothing: the work
  // is small.
  virtual std::optional<ExpectedWork> expected(const Scenario&) const { return {}; }
  virtual Result answer(const Scenario& scenario) const = 0;
  // A step is run as the job that it makes, which may be refused, unless the engine has a way of
  // its own. Steps have no disturbance and no guard.
  virtual Result answer_step(const Scenario& scenario) const;
};

// What engines other than the event engine have in common.
std::optional<base::InputFault> refuse_disturbance(const Scenario& scenario, const char* engine);
std::optional<base::InputFault> refuse_guard(const Scenario& scenario, const char* engine);
std::optional<base::InputFault> refuse_protocols(const Scenario& scenario, const char* engine);
std::optional<base::InputFault> refuse_job(const Scenario& scenario, const char* engine);
std::optional<base::InputFault> refuse_graph(const Scenario& scenario, const char* engine);

}  // namespace jacquard::engine
