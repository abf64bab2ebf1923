// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/charts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/picture.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/html/ticks.hpp"

namespace jacquard::report {
namespace {

constexpr double kEm = 13.5;  // of the style sheet's letters in drawings

double share_of(base::Bytes entry, base::Bytes most) {
  return most > base::Bytes{0} ? entry / most : 0;
}

std::string heat_bitmap(const demand::DemandMatrix& demand) {
  Palette palette{};
  for (int i = 0; i < 256; ++i) base::at(palette, i) = viridis(i / 255.0);
  const int n = demand.ports();
  const base::Bytes most = demand.largest_entry();
  Picture picture(n, n, 0);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      picture.at(column, row) =
          static_cast<std::uint8_t>(share_of(demand.at(row, column), most) * 255);
    }
  }
  return fmt::format(
      "<img alt=\"Heat map of the demand\" style=\"width:512px;max-width:100%;image-rendering:"
      "pixelated\" src=\"{}\">\n",
      png_uri(picture, palette));
}

// From nothing at the left to the largest entry.
std::string colour_scale(int left, int top, int side, base::Bytes most) {
  std::string svg;
  constexpr int steps = 32;
  const double width = static_cast<double>(std::max(side, 160)) / steps;
  for (int i = 0; i < steps; ++i) {
    svg += fmt::format("<rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"12\" fill=\"{}\"/>\n",
                       left + i * width, top, width + 0.2, css(viridis(i / (steps - 1.0))));
  }
  svg += fmt::format("<text x=\"{}\" y=\"{}\">0</text>\n", left, top + 28);
  return svg + fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
                           left + steps * width, top + 28, size_text(most));
}

// One bar: its name and label above it.
class BarDrawing {
 public:
  // With `beside` each label stands right of its name, else below it.
  BarDrawing(double scale, double mark, bool beside)
      : scale_(scale), mark_(mark), beside_(beside) {}

  static bool fits_beside(const Bar& bar) {
    return text_width(bar.name, kEm) + 12 + text_width(bar.label, kEm) <= kBarRoom;
  }

  double x_of(double value) const {
    return kBarLeft + kBarRoom * std::clamp(scale_ > 0 ? value / scale_ : 0.0, 0.0, 1.0);
  }

  void add(const Bar& bar) {
    const std::vector<std::string> names = wrapped(bar.name, kBarRoom, kEm);
    for (std::size_t k = 0; k < names.size(); ++k) {
      text(kBarLeft, y_ + 13, "start", names[k]);
      if (k + 1 < names.size()) y_ += 17;
    }
    if (beside_) {
      text(kBarLeft + kBarRoom, y_ + 13, "end", bar.label, " class=\"soft\"");
    } else {
      for (const std::string& line : wrapped(bar.label, kBarRoom, kEm)) {
        y_ += 17;
        text(kBarLeft, y_ + 13, "start", line, " class=\"soft\"");
      }
    }
    y_ += 19;
    const double end = x_of(bar.value), solid = x_of(bar.value - bar.lost);
    rectangle(kBarLeft, solid - kBarLeft, "--bar");
    rectangle(solid, end - solid, "--loss");
    if (bar.value > scale_ * (1 + 1e-9)) {
      cut_ = true;
      svg_ +=
          fmt::format("<path d=\"M{0:.1f} {1:.1f} l10 {2} l-10 {2} z\" fill=\"var(--mark)\"/>\n",
                      end - 2, y_, kThick / 2);
    }
    if (mark_ > 0) {
      svg_ += fmt::format(
          "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" "
          "stroke=\"var(--mark)\" stroke-width=\"2\" stroke-dasharray=\"5 3\"/>\n",
          x_of(mark_), y_ - 2, y_ + kThick + 2);
    }
    y_ += kThick + 8;
  }

  // The scale below the bars, and what the line and the arrows are.
  void finish(const std::string& mark_name, const TickText& tick_text) {
    svg_ += fmt::format("<path class=\"grid\" d=\"M{} {:.1f}h{}\"/>\n", kBarLeft, y_, kBarRoom);
    double free_from = 0;
    for (const double tick : scale_ > 0 ? round_ticks(0, scale_, 6) : std::vector<double>{}) {
      const std::string name = tick_text(tick);
      const double half = text_width(name, kEm) / 2;
      const double at = std::clamp(x_of(tick), kBarLeft + half, kBarLeft + kBarRoom - half);
      if (at - half < free_from) continue;
      free_from = at + half + 8;
      svg_ += fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}v5\"/>\n", x_of(tick), y_);
      text(at, y_ + 18, "middle", name, " class=\"soft\"");
    }
    y_ += 24;
    std::string words;
    if (mark_ > 0 && !mark_name.empty()) {
      words = fmt::format("Dashed: {} ({}).", mark_name, tick_text(mark_));
    }
    if (cut_) words += fmt::format(" An arrow: the bar goes on beyond {}.", tick_text(scale_));
    for (const std::string& line : wrapped(words, kBarRoom, kEm)) {
      text(kBarLeft, y_ + 14, "start", line, " class=\"soft\"");
      y_ += 18;
    }
  }

  std::string svg(const std::string& description) const {
    return fmt::format(
               "<svg class=\"chart\" viewBox=\"0 0 {0} {1:.0f}\" width=\"{0}\" "
               "height=\"{1:.0f}\" role=\"img\" aria-label=\"{2}\">\n",
               kChartWidth, y_ + 4, escape(description)) +
           svg_ + "</svg>\n";
  }

 private:
  static constexpr double kBarLeft = 4, kBarRoom = kChartWidth - 20, kThick = 14;

  void text(double x, double y, const char* anchor, const std::string& what,
            const char* more = "") {
    svg_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                        anchor, more, escape(what));
  }
  void rectangle(double x, double width, const char* tone) {
    if (width <= 0) return;
    svg_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" fill=\"var({})\"/>\n", x,
        y_, width, kThick, tone);
  }

  double scale_;
  double mark_;
  bool beside_;
  double y_ = 4;
  bool cut_ = false;
  std::string svg_;
};

}  // namespace

std::string heat_map(const demand::DemandMatrix& demand) {
  const int n = demand.ports();
  if (n > kLargestLabelled) return heat_bitmap(demand);
  constexpr int left = 52, top = 44;
  const base::Bytes most = demand.largest_entry();
  const int cell = std::clamp(384 / n, 12, 48);
  const int side = n * cell;
  const int height = top + side + 44;
  std::string svg = fmt::format(
      "<svg class=\"chart\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-label=\"Heat map of the demand: rows are sources, columns destinations\">\n",
      kChartWidth, height);
  svg += fmt::format(
      "<text class=\"soft\" x=\"{}\" y=\"14\" text-anchor=\"middle\">destination "
      "port</text>\n",
      left + std::max(side / 2, 48));
  svg += fmt::format(
      "<text class=\"soft\" text-anchor=\"middle\" transform=\"translate(14 {}) "
      "rotate(-90)\">source port</text>\n",
      top + side / 2);
  const int every = n > 20 ? 4 : 1;
  for (int i = 0; i < n; i += every) {
    const int middle = i * cell + cell / 2;
    svg += fmt::format("<text class=\"soft\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       left + middle, top - 8, i);
    svg += fmt::format("<text class=\"soft\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
                       left - 8, top + middle + 4, i);
  }
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      svg += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"><title>{} to {}: "
          "{}</title></rect>\n",
          left + column * cell, top + row * cell, cell - 1, cell - 1,
          css(viridis(share_of(demand.at(row, column), most))), row, column,
          size_text(demand.at(row, column)));
    }
  }
  return svg + colour_scale(left, top + side + 10, side, most) + "</svg>\n";
}

std::string bar_chart(const std::vector<Bar>& bars, double scale, double mark,
                      const std::string& mark_name, const std::string& description,
                      const TickText& tick_text) {
  BarDrawing drawing(scale, mark, std::all_of(bars.begin(), bars.end(), BarDrawing::fits_beside));
  for (const Bar& bar : bars) drawing.add(bar);
  drawing.finish(mark_name, tick_text);
  return drawing.svg(description);
}

}  // namespace jacquard::report
