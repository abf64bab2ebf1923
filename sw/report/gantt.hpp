// SPDX-License-Identifier: Apache-2.0
// What was done when: a row for each doer, time to the right.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::report {

struct GanttSpan {
  base::Picoseconds begin{0};
  base::Picoseconds end{0};
  int kind = 0;  // place in Gantt::kinds
};

// Written inside a row where it has room.
struct GanttMark {
  base::Picoseconds begin{0};
  base::Picoseconds end{0};
  std::string text;
};

struct GanttRow {
  std::string name;
  std::vector<GanttSpan> spans;  // in the order of time, none overlapping another
  std::vector<GanttMark> marks;
};

struct GanttKind {
  std::string name;
  std::string colour;  // "#0072b2"
};

struct Gantt {
  std::string title;
  base::Picoseconds end{0};  // of the axis, which begins at 0; no span ends later
  std::vector<GanttKind> kinds;
  std::vector<GanttRow> rows;
};

// A stand-alone SVG picture, 960 pixels wide, with round times below and a legend of the kinds that
// occur. Spans shorter than
// about two pixels are drawn together, one kind above the other: the area of a kind is its share of
// the time everywhere. At most some hundred shapes a row. Equal charts give equal bytes.
std::string svg(const Gantt& chart);

}  // namespace jacquard::report
