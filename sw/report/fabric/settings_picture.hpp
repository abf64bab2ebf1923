// SPDX-License-Identifier: Apache-2.0
// The settings of a crossbar over time, as a picture: a row per source port, colour = destination.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/fabric/fabric_run.hpp"
#include "jacquard/report/html/timeline.hpp"

namespace jacquard::report {

// timeline_palette(), but guards have a colour of their own: time without a setting, in which a
// crossbar waits for one, is shown as no circuit.
Palette settings_palette();

// The settings of `crossbar` in `window`, `width` columns of pixels wide, one row of pixels per
// port. What kGuardGap and kNoCircuit mean is the palette's; a guard narrower than a column is kept
// as in paint_timeline().
Picture paint_settings(const FabricRun& run, const std::string& crossbar, Window window, int width);

// The pictures of a run's crossbars with what to know of each (HTML): at most kMostCrossbars, and
// none with more port settings than kMostPainted of html/page.hpp. "" without settings.
inline constexpr std::size_t kMostCrossbars = 6;
std::string settings_pictures(const FabricRun& run);

std::string settings_legend();  // what the colours mean (HTML)

}  // namespace jacquard::report
