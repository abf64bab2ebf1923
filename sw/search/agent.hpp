// SPDX-License-Identifier: Apache-2.0
// Who proposes points. An agent sees a feasible set and the scores of what it proposed, nothing
// else: no evaluation is ever spent on an infeasible point, and the same seed gives the same
// trajectory however many workers evaluate.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/search/feasible.hpp"

namespace jacquard::search {

// What came of a point.
struct Score {
  bool valid = false;           // the environment could evaluate it
  std::vector<double> rewards;  // higher is better; one, or several for a front
};

class Agent {
 public:
  virtual ~Agent() = default;
  // The next points, at least one and at most `most`; none: it is done (exhausted). All are
  // evaluated before tell(). With a smaller `most` they are the first of what it would ask.
  virtual std::vector<Point> ask(std::int64_t most) = 0;
  virtual void tell(base::Span<const Point> points, base::Span<const Score> scores) = 0;
};

// Parameters of all agents, each documented in docs/search.md. An agent reads its own.
struct AgentSettings {
  std::string name = "aco";  // random, ga, aco, bo, sa, exhaustive, nsga2
  int population = 0;        // points of a generation; 0: the agent's own choice
  double mutation = 0.05;    // ga, nsga2: of each knob
  double greediness = 0.75;  // aco: q0
  double evaporation = 0.5;  // aco: of the global update
  double decay = 0.1;        // aco: of the local update
  int candidates = 0;      // bo: points of which the best expected improvement is taken; 0: its own
  double cooling = 0.995;  // sa
};
const config::FieldTable<AgentSettings>& agent_fields();

// Names of agents, for help and errors.
std::vector<std::string> agent_names();

// Throws ConfigError for an unknown name, or several rewards where the agent takes one.
std::unique_ptr<Agent> make_agent(const AgentSettings& settings, const FeasibleSet& set,
                                  int rewards, std::uint64_t seed);

}  // namespace jacquard::search
