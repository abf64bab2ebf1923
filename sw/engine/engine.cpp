// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/engine.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "jacquard/config/quantity_text.hpp"
#include "jacquard/engine/step/work.hpp"

namespace jacquard::engine {
namespace {

constexpr double kGigabyte = 1e9;
constexpr const char* kFewer = "fewer NPUs or chunks, or a larger limit";

void require_allowed(const Scenario& scenario, const ExpectedWork& work) {
  const Limits& limits = scenario.limits;
  if (work.memory > limits.memory) {
    throw base::ConfigError(
        {"--most-memory", "", "a run that needs no more memory than that",
         fmt::format("about {:.4g} GB for {} rounds, above {}", work.memory / kGigabyte,
                     scenario.graph().rounds.size(),
                     config::show_quantity(base::Bytes{static_cast<std::int64_t>(limits.memory)})),
         kFewer});
  }
  if (work.events > limits.events) {
    throw base::ConfigError(
        {"--most-events", "", "a run of no more than that",
         fmt::format("about {:.3g} events, above {:.0f}", work.events, limits.events), kFewer});
  }
}

std::string option(const char* engine) { return std::string("--engine ") + engine; }

}  // namespace

Result Engine::answer_step(const Scenario& scenario) const {
  return step::run_as_job(scenario, *this);
}

Result Engine::run(const Scenario& scenario) const {
  if (scenario.work.step != nullptr) return answer_step(scenario);
  if (const auto fault = refusal(scenario)) throw base::ConfigError(*fault);
  const bool is_limited =
      std::isfinite(scenario.limits.events) || std::isfinite(scenario.limits.memory);
  if (is_limited || scenario.expects) {
    if (const auto work = expected(scenario)) {
      require_allowed(scenario, *work);
      if (scenario.expects) scenario.expects(*work);
    }
  }
  return answer(scenario);
}

std::optional<base::InputFault> refuse_disturbance(const Scenario& scenario, const char* engine) {
  if (scenario.disturbance.empty()) return {};
  return base::InputFault{option(engine), "",
                          "the same everywhere; the event engine has stragglers and single links",
                          "--disturbance " + scenario.disturbance.source, ""};
}

std::optional<base::InputFault> refuse_guard(const Scenario& scenario, const char* engine) {
  if (scenario.guard == base::Picoseconds{0}) return {};
  return base::InputFault{option(engine), "",
                          "no --guard, which is of circuits; the cycle engine has it",
                          "--guard " + config::show_quantity(scenario.guard), ""};
}

std::optional<base::InputFault> refuse_protocols(const Scenario& scenario, const char* engine) {
  const auto& collectives = scenario.graph().collectives;
  for (std::size_t i = 0; i < collectives.size(); ++i) {
    if (collectives[i].protocol == rounds::Protocol{}) continue;
    return base::InputFault{option(engine), "",
                            "collectives without sync or share; the event engine has them",
                            fmt::format("{} /collectives/{}", scenario.origin.source, i), ""};
  }
  return {};
}

std::optional<base::InputFault> refuse_job(const Scenario& scenario, const char* engine) {
  if (scenario.work.job == nullptr) return {};
  return base::InputFault{option(engine), "", "rounds; the event engine runs jobs", "a job", ""};
}

std::optional<base::InputFault> refuse_graph(const Scenario& scenario, const char* engine) {
  if (scenario.network.graph() == nullptr) return {};
  const bool faithful = scenario.mode == Mode::faithful;
  return base::InputFault{
      faithful ? option(engine) : std::string("--mode ") + name_of(scenario.mode), "",
      "blocks such as \"Ring(4) Switch(8)\"", "a graph of links",
      "--engine event in --mode faithful runs it"};
}

}  // namespace jacquard::engine
