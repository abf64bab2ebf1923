// SPDX-License-Identifier: Apache-2.0
// A schedule as a picture: time to the right, a row per source port, colour = destination.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/report/html/picture.hpp"
#include "jacquard/report/html/time_painter.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::report {

// Indices of timeline_palette() that are no destination.
inline constexpr std::uint8_t kGuardGap = 0;     // the crossbar is changing
inline constexpr std::uint8_t kNoCircuit = 1;    // the source is connected to nothing
inline constexpr std::uint8_t kIdleCircuit = 2;  // connected, but nothing is left to send
inline constexpr int kFirstDestination = 3;

Palette timeline_palette(int ports);
std::uint8_t destination_index(int destination, int ports);

// Paints `window` of the run, `width` columns of pixels wide. Each column shows the instant at its
// middle, so settings shorter than a column may fall between two; a guard that does is still drawn
// one column wide where its setting is at least six columns long. One row of
// pixels per port, to be scaled up when shown. O(permutations x ports).
Picture paint_timeline(const demand::QuantaMatrix& demand, const schedule::Schedule& schedule,
                       Window window, int width);

// Until the end of the `count`-th setting, or of the schedule if it has fewer.
base::Picoseconds end_of_setting(const demand::QuantaMatrix& demand,
                                 const schedule::Schedule& schedule, std::int64_t count);

}  // namespace jacquard::report
