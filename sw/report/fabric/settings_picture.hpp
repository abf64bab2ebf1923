// SPDX-License-Identifier: Apache-2.0
// The settings of a crossbar over time, as a picture: a row per source port, colour = destination.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/fabric/fabric_run.hpp"
#include "jacquard/report/html/timeline.hpp"

namespace jacquard::report {

// The settings of `crossbar` in `window`, `width` columns of pixels wide, one row of pixels per
// port. Time without a setting is kNoCircuit, of
// timeline_palette(); a guard narrower than a column is kept
// as in paint_timeline().
Picture paint_settings(const FabricRun& run, const std::string& crossbar, Window window, int width);

// The pictures of a run's crossbars, their legends and what to know of each (HTML): at most
// kMostCrossbars, and none with more port settings than kMostPainted of html/page.hpp. "" without
// settings.
inline constexpr std::size_t kMostCrossbars = 6;
std::string settings_pictures(const FabricRun& run);

}  // namespace jacquard::report
