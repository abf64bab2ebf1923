// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/timeline/timeline.hpp"

namespace jacquard::report {

// How a timeline's counter is drawn.
struct CounterAxis {
  std::string name;
  std::string unit;
  double limit = 0;                  // a dashed line
  std::vector<std::string> colours;  // of the parts
  std::string words;                 // below
};

// A stand-alone SVG picture: a row for each lane, and below them what the counters say, the first
// part at the bottom. All counters are of one name, and their ticks are picoseconds.
std::string svg_over_counter(const Timeline& timeline, const CounterAxis& axis);

}  // namespace jacquard::report
