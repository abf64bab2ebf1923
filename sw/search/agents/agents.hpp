// SPDX-License-Identifier: Apache-2.0
// Each agent's maker. `set` must outlive the agent.
#pragma once

#include <memory>

#include "jacquard/search/agent.hpp"

namespace jacquard::search {

// Uniform over feasible points, none twice while others are left.
std::unique_ptr<Agent> make_random(const AgentSettings& settings, const FeasibleSet& set,
                                   std::uint64_t seed);
// All feasible points. Throws ConfigError beyond 2^40 of them.
std::unique_ptr<Agent> make_exhaustive(const AgentSettings& settings, const FeasibleSet& set,
                                       std::uint64_t seed);
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
