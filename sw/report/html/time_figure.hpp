// SPDX-License-Identifier: Apache-2.0
// A picture over time with its axes, and the legend of destinations.
#pragma once

#include <string>

#include "jacquard/report/html/picture.hpp"
#include "jacquard/report/html/time_painter.hpp"

namespace jacquard::report {

// Destinations of up to this many ports have a colour each; of more, as many blocks have one.
inline constexpr int kDestinationColours = 16;

Colour destination_colour(int destination, int ports);

// HTML: the picture with its source ports at the left, round times below, and the caption.
// A row of the picture is a port. `alt` and `caption` are text.
std::string time_figure(const Picture& picture, const Palette& palette, const Window& window,
                        const std::string& alt, const std::string& caption);

// HTML: a box per destination or block of destinations, and of what is none. `idle` adds circuits
// with nothing left to send.
std::string destination_legend(int ports, bool idle);

}  // namespace jacquard::report
