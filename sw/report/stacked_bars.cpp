// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stacked_bars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/html/ticks.hpp"

namespace jacquard::report {
namespace {

constexpr double kEm = 13;  // of the letters
constexpr int kLeft = 190, kRoom = 520, kRight = 270, kPitch = 30, kThick = 18, kTop = 64;
constexpr int kWidth = kLeft + kRoom + kRight;

double x_of(double share) { return kLeft + kRoom * std::clamp(share, 0.0, 1.0); }

std::string text(double x, double y, const char* anchor, const std::string& what) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escape(what));
}

std::string rectangle(double x, double y, double width, double height, const std::string& colour) {
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
      width, height, escape(colour));
}

std::string line(double x, double top, double bottom, const char* look) {
  return fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" {3}/>\n", x,
                     top, bottom, look);
}

constexpr const char* kGrid = "stroke=\"#d1d9e0\"";
constexpr const char* kMark = "stroke=\"#1b1f24\" stroke-width=\"2\"";

std::string legend(const StackedBars& chart) {
  std::string svg;
  double x = kLeft;
  for (const StackedPart& part : chart.parts) {
    svg += rectangle(x, 34, 12, 12, part.colour) + text(x + 18, 44, "start", part.name);
    x += 36 + text_width(part.name, kEm);
  }
  if (chart.mark_name.empty()) return svg;
  return svg + line(x + 6, 32, 48, kMark) + text(x + 18, 44, "start", chart.mark_name);
}

std::string drawn(const StackedBar& bar, const std::vector<StackedPart>& parts, double y) {
  std::string svg = text(kLeft - 10, y + kThick - 5, "end", bar.name);
  double from = 0;
  for (std::size_t p = 0; p < parts.size() && p < bar.shares.size(); ++p) {
    if (!(bar.shares[p] > 0)) continue;
    const double to = from + bar.shares[p];
    svg += rectangle(x_of(from), y, x_of(to) - x_of(from), kThick, parts[p].colour);
    from = to;
  }
  if (bar.mark > 0) svg += line(x_of(bar.mark), y - 4, y + kThick + 4, kMark);
  return svg + text(kLeft + kRoom + 10, y + kThick - 5, "start", bar.note);
}

}  // namespace

std::string svg(const StackedBars& chart) {
  const double bottom = kTop + kPitch * static_cast<double>(chart.bars.size());
  // Names that are longer than the usual margin move all else to the right.
  double shift = 0;
  for (const StackedBar& bar : chart.bars) {
    shift = std::max(shift, std::ceil(text_width(bar.name, kEm) + 20 - kLeft));
  }
  std::string all = picture_head(kWidth + shift, bottom + 26, chart.title);
  if (shift > 0) all += fmt::format("<g transform=\"translate({:.0f} 0)\">\n", shift);
  all += text(kLeft, 20, "start", chart.title) + legend(chart);
  for (int tenth = 0; tenth <= 10; tenth += 2) {
    all += line(x_of(tenth / 10.0), kTop - 6, bottom, kGrid);
    all += text(x_of(tenth / 10.0), bottom + 16, "middle", fmt::format("{} %", 10 * tenth));
  }
  double y = kTop;
  for (const StackedBar& bar : chart.bars) {
    all += drawn(bar, chart.parts, y);
    y += kPitch;
  }
  return all + (shift > 0 ? "</g>\n</svg>\n" : "</svg>\n");
}

}  // namespace jacquard::report
