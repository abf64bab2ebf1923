// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/timeline/timeline.hpp"

namespace jacquard::report {

// A stand-alone SVG picture, 960 pixels wide: a row for each lane, time to the right with round
// times below, and a legend of the kinds that occur. Spans of a lane do not overlap. Those shorter
// than about two pixels are drawn together, one kind above the other: the area of a kind is its
// share of the time everywhere. At most some hundred shapes a row. Equal timelines give equal
// bytes. Its ticks are picoseconds.
std::string svg(const Timeline& timeline);

}  // namespace jacquard::report
