// SPDX-License-Identifier: Apache-2.0
// Settings that no other one beats in two figures.
#pragma once

#include <string>
#include <vector>

#include "systemc/plan/knobs/search.hpp"

namespace jacquard::knobs {

// Throws ConfigError, naming --pareto, for figures that are not memory and throughput.
void require_front_figures(const std::string& figures);

// The front of memory and throughput as places in `found`, the least memory first: of equal figures
// the first of the space. Exact: a setting is timed unless its bound is no better than a timed one
// of no more memory. Times what it needs in `found`.
std::vector<std::size_t> front_of(const Problem& problem, Found& found, const OnProgress& progress);

}  // namespace jacquard::knobs
