// SPDX-License-Identifier: Apache-2.0
// Each finding is a file of its own.
#pragma once

#include <utility>

#include "papers/findings2026/finding.hpp"

namespace jacquard::studies::findings2026 {

Finding fast_switching();
Finding fragments();
Finding reconfiguration();
Finding phase_rails();
Finding parallel_switches();
Finding in_network_sums();
Finding disaggregation();
Finding recorded_routing();
Finding spares();
Finding token_energy();

// What their answers rest on.

// Of a time, by that without what is waited for.
double idle_share(double time, double without);
// The rate at which a wait that goes with its inverse is this share, where it takes `time` at
// `rate`, and `without` at any rate beyond.
double rate_for_share(double share, double rate, double time, double without);

// Where a straight line through two points has this height.
double straight_crossing(std::pair<double, double> first, std::pair<double, double> second,
                         double height);
// Guard up to which an all-to-all of so many ports, `message` bytes to each, is done sooner by a
// circuit for each shift than over a ring of both ways; `rate` is of a port, `latency` of a link.
double law_crossing(int ports, double message, double rate, double latency);

// Of a step whose sums take a share of it `before` each, where each takes `time`.
double saved_of_step(double share, double time, double before);

// Straight between points of ascending x, in proportion before the first, and the last beyond.
double height_at(const std::vector<std::pair<double, double>>& points, double x);

// 0 where all counts are equal, nearly 1 where one has all.
double gini(std::vector<double> counts);
// Of so many NPUs that share the experts in order, evenly.
double busiest_over_mean(const std::vector<double>& counts, int npus);

}  // namespace jacquard::studies::findings2026
