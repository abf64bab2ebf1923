// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "jacquard/base/units.hpp"
#include "jacquard/report/html/picture.hpp"

namespace jacquard::report {

struct Window {
  base::Picoseconds from{0};
  base::Picoseconds to{0};
};

// One setting in time: the guard, then the data.
struct Interval {
  double begin_ps;
  double data_ps;
  double end_ps;
};

// Paints rows of a picture over time. Each column of pixels shows the instant at its middle.
class TimePainter {
 public:
  TimePainter(Window window, int width, int rows, std::uint8_t background);

  // First column whose middle is at `time_ps` or later, at most the width.
  int column(double time_ps) const;
  void paint(int row, double begin_ps, double end_ps, std::uint8_t index);
  // Keeps a guard shorter than a column visible, one column wide in every row, in front of a
  // setting that is at least six columns long with it.
  void keep_gap(const Interval& when, std::uint8_t index);

  Picture take() { return std::move(picture_); }

 private:
  double from_;
  double per_column_;
  Picture picture_;
};

}  // namespace jacquard::report
