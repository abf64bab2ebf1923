// SPDX-License-Identifier: Apache-2.0
// Each agent's maker. `set` must outlive the agent.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "jacquard/search/agent.hpp"

namespace jacquard::search {

// Uniform over feasible points, none twice while others are left.
std::unique_ptr<Agent> make_random(const AgentSettings& settings, const FeasibleSet& set,
                                   std::uint64_t seed);
// All feasible points. Throws ConfigError beyond 2^40 of them.
std::unique_ptr<Agent> make_exhaustive(const AgentSettings& settings, const FeasibleSet& set,
                                       std::uint64_t seed);
// All feasible points that can be better than the best so far. `ceiling` bounds the first reward of
// all points whose `fixed` knobs are those of `point`; ranges of knobs that cannot beat the best by
// it are passed over. When it has no more to ask, the best that it was told of is certified.
using CeilingOf = std::function<double(const Point& point, const std::vector<bool>& fixed)>;
std::unique_ptr<Agent> make_certificate(const FeasibleSet& set, CeilingOf ceiling);
// Binary tournaments, uniform crossover, mutation of each knob, repair; the best half of parents
// and children lives on (Holland 1975; COSMIC s5.3).
std::unique_ptr<Agent> make_genetic(const AgentSettings& settings, const FeasibleSet& set,
                                    std::uint64_t seed);
// Ant colony system (Dorigo & Gambardella 1997) over feasible completions.
std::unique_ptr<Agent> make_ant_colony(const AgentSettings& settings, const FeasibleSet& set,
                                       std::uint64_t seed);
// Metropolis steps to feasible neighbours while a temperature falls (Kirkpatrick et al. 1983).
std::unique_ptr<Agent> make_annealing(const AgentSettings& settings, const FeasibleSet& set,
                                      std::uint64_t seed);
// A Gaussian process and expected improvement (Mockus 1975; Jones et al. 1998).
std::unique_ptr<Agent> make_bayes(const AgentSettings& settings, const FeasibleSet& set,
                                  std::uint64_t seed);
// NSGA-II (Deb et al. 2002): a front of several rewards.
std::unique_ptr<Agent> make_nsga2(const AgentSettings& settings, const FeasibleSet& set,
                                  int rewards, std::uint64_t seed);

}  // namespace jacquard::search
