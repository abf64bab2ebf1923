// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/agent.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "jacquard/search/agents/agents.hpp"

namespace jacquard::search {
namespace {

using config::field;

struct Kind {
  const char* name;
  std::unique_ptr<Agent> (*make)(const AgentSettings&, const FeasibleSet&, std::uint64_t);
};

constexpr Kind kKinds[] = {{"random", make_random},  {"ga", make_genetic},
                           {"aco", make_ant_colony}, {"bo", make_bayes},
                           {"sa", make_annealing},   {"exhaustive", make_exhaustive}};
constexpr const char* kFront = "nsga2";

}  // namespace

const config::FieldTable<AgentSettings>& agent_fields() {
  using S = AgentSettings;
  static const config::FieldTable<S> table(
      "agent", "Who proposes points, and how.",
      {field<S>(
           "name", [](auto& s) -> auto& { return s.name; }, config::text("an agent"),
           "random, ga, aco, bo, sa, exhaustive or nsga2."),
       field<S>(
           "population", [](auto& s) -> auto& { return s.population; },
           config::whole_number(0, 100'000),
           "Points of a generation, ants or chains; 0: the agent's own choice."),
       field<S>(
           "mutation", [](auto& s) -> auto& { return s.mutation; }, config::real_number(0.0, 1.0),
           "Of ga and nsga2: probability for each knob."),
       field<S>(
           "greediness", [](auto& s) -> auto& { return s.greediness; },
           config::real_number(0.0, 1.0), "Of aco: q0, how often the strongest trail is taken."),
       field<S>(
           "evaporation", [](auto& s) -> auto& { return s.evaporation; },
           config::real_number(0.0, 1.0), "Of aco: how far the best's trail moves to 1."),
       field<S>(
           "decay", [](auto& s) -> auto& { return s.decay; }, config::real_number(0.0, 1.0),
           "Of aco: how far a walked trail moves back to its start."),
       field<S>(
           "candidates", [](auto& s) -> auto& { return s.candidates; },
           config::whole_number(0, 1'000'000),
           "Of bo: points of which the most promising is taken; 0: its own choice."),
       field<S>(
           "cooling", [](auto& s) -> auto& { return s.cooling; }, config::real_number(0.5, 1.0),
           "Of sa: of the temperature, at each evaluation.")});
  return table;
}

std::vector<std::string> agent_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kKinds) names.emplace_back(kind.name);
  names.emplace_back(kFront);
  return names;
}

std::unique_ptr<Agent> make_agent(const AgentSettings& settings, const FeasibleSet& set,
                                  int rewards, std::uint64_t seed) {
  if (settings.name == kFront) return make_nsga2(settings, set, rewards, seed);
  for (const Kind& kind : kKinds) {
    if (settings.name != kind.name) continue;
    if (rewards > 1 && settings.name != "exhaustive" && settings.name != "random") {
      throw base::ConfigError({"--reward", "", "one reward for the agent " + settings.name,
                               fmt::format("{}", rewards), "nsga2 finds a front of several"});
    }
    return kind.make(settings, set, seed);
  }
  base::throw_unknown_name("--agent", "an agent", settings.name, agent_names());
}

}  // namespace jacquard::search
