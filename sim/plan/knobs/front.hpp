// SPDX-License-Identifier: Apache-2.0
// Settings that no other one beats in two figures.
#pragma once

#include <string>
#include <vector>

#include "sim/plan/knobs/search.hpp"

namespace jacquard::knobs {

// The front of "memory,throughput", the least memory first: of equal figures the first of the
// space. Exact: a setting is timed unless its bound is no better than a timed one of no more
// memory. Times what it needs in `found`. Throws ConfigError for figures that are no such pair.
std::vector<Setting> front_of(const Problem& problem, const std::string& figures, Found& found,
                              const Told& told);

}  // namespace jacquard::knobs
