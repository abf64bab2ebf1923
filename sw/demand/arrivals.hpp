// SPDX-License-Identifier: Apache-2.0
// Flows that arrive: when, of what size, and from whom to whom.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/flow.hpp"
#include "jacquard/demand/size_law.hpp"

namespace jacquard::demand {

struct Arrivals {
  double load = 0.5;  // of the busiest port's link, in payload
  base::BitsPerSecond rate{0};
  base::Picoseconds time{0};  // in which flows start
  double burst = 1;           // flows of a burst, mean of a geometric number
};

// Weights of pairs.
DemandMatrix uniform_pairs(int ports);  // every other port alike
// Everyone sends to one port and receives from one, drawn by the seed; all lie on one cycle.
DemandMatrix permutation_pairs(int ports, std::uint64_t seed, std::uint64_t index);
// Everyone sends by a destination's rank to the power of -skew; ranks are drawn by the seed.
DemandMatrix skewed_pairs(int ports, double skew, std::uint64_t seed, std::uint64_t index);

// Bursts start as a Poisson process at each port, by themselves. A burst's flows start at once and
// go to one destination, drawn by the weights; sizes are drawn for each. Rates of pairs are in
// proportion to weights, the busiest line has `load`. In order of starts, then sources. Throws
// ConfigError for more than kMostFlows.
std::vector<Flow> draw_arrivals(const Arrivals& arrivals, const DemandMatrix& weights,
                                const SizeLaw& sizes, std::uint64_t seed, std::uint64_t index);

}  // namespace jacquard::demand
