// SPDX-License-Identifier: Apache-2.0
// How a search went.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jacquard/search/agent.hpp"

namespace jacquard::search {

// A step, from 0, at which the best so far rose, and to what.
struct Rise {
  std::int64_t step = 0;
  double reward = 0;
};
// In order. Points that could not be evaluated count as steps.
std::vector<Rise> rises(const std::vector<Score>& scores);

// Relative loss of `reward` against `best`: (best - reward) / |best|; 0 for best = reward. 0.01 is
// "1 % off", for positive and negative rewards alike.
double regret(double reward, double best);

// Evaluations until the best so far is within `loss` of `optimum` by regret(); nothing if never.
std::optional<std::int64_t> evaluations_until(const std::vector<Rise>& rises, double optimum,
                                              double loss);

}  // namespace jacquard::search
