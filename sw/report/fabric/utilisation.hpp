// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "jacquard/report/fabric/fabric_run.hpp"

namespace jacquard::report {

// How each link of a run spent its time, as stacked bars (SVG): carried, guard, paused, idle. The
// width stands for `scale`, so that bars of several runs compare. Of more links than kMostBars the
// busiest are drawn, in the order of the run.
inline constexpr std::size_t kMostBars = 64;
std::string utilisation_bars(const FabricRun& run, base::Picoseconds scale);

// Carried over all time, over all links; 0 of no links.
double mean_utilisation(const FabricRun& run);

// The most time any link of the run accounts for.
base::Picoseconds accounted(const FabricRun& run);

std::string utilisation_legend();  // HTML

}  // namespace jacquard::report
