// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/time_painter.hpp"

#include <algorithm>
#include <cmath>

namespace jacquard::report {
namespace {

constexpr double kNarrowestWithGap = 6;  // columns

}  // namespace

TimePainter::TimePainter(Window window, int width, int rows, std::uint8_t background)
    : from_(static_cast<double>(window.from.count())),
      per_column_(static_cast<double>((window.to - window.from).count()) / width),
      picture_(width, rows, background) {}

int TimePainter::column(double time_ps) const {
  const double x = std::ceil((time_ps - from_) / per_column_ - 0.5);
  return static_cast<int>(std::clamp(x, 0.0, static_cast<double>(picture_.width)));
}

void TimePainter::paint(int row, double begin_ps, double end_ps, std::uint8_t index) {
  const int last = column(end_ps);
  for (int x = column(begin_ps); x < last; ++x) picture_.at(x, row) = index;
}

void TimePainter::keep_gap(const Interval& when, std::uint8_t index) {
  const int begin = column(when.begin_ps);
  const bool wide = when.end_ps - when.begin_ps >= kNarrowestWithGap * per_column_;
  if (!wide || when.data_ps <= when.begin_ps || begin >= picture_.width) return;
  if (column(when.data_ps) > begin) return;  // it shows by itself
  for (int y = 0; y < picture_.height; ++y) picture_.at(begin, y) = index;
}

}  // namespace jacquard::report
