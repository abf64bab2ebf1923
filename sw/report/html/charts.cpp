// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/charts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/picture.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::report {
namespace {

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

std::string colour_scale(int left, int top, base::Bytes most) {
  std::string svg;
  constexpr int steps = 32;
  for (int i = 0; i < steps; ++i) {
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"18\" height=\"7\" fill=\"{}\"/>\n", left,
                       top + (steps - 1 - i) * 7, css(viridis(i / (steps - 1.0))));
  }
  svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", left + 24, top + 10, size_text(most));
  svg += fmt::format("<text x=\"{}\" y=\"{}\">0</text>\n", left + 24, top + steps * 7);
  return svg;
}

}  // namespace

std::string heat_map(const demand::DemandMatrix& demand) {
  const int n = demand.ports();
  if (n > kLargestLabelled) return heat_bitmap(demand);
  constexpr int left = 64, top = 44;
  const base::Bytes most = demand.largest_entry();
  const int cell = std::clamp(416 / n, 12, 48);
  const int side = n * cell;
  const int width = left + side + 130;
  const int height = top + std::max(side, 240) + 8;
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"Heat "
      "map "
      "of the demand: rows are sources, columns destinations\">\n",
      width, height);
  svg += fmt::format(
      "<text class=\"soft\" x=\"{}\" y=\"14\" text-anchor=\"middle\">destination "
      "port</text>\n",
      left + side / 2);
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
  return svg + colour_scale(left + side + 20, top, most) + "</svg>\n";
}

std::string bar_chart(const std::vector<Bar>& bars, double scale, double mark,
                      const std::string& mark_name, const std::string& description) {
  constexpr int left = 150, room = 560, pitch = 26, thick = 16, top = 28, right = 340;
  const int height = top + static_cast<int>(bars.size()) * pitch + 6;
  const auto x_of = [&](double value) {
    return left + room * std::clamp(scale > 0 ? value / scale : 0.0, 0.0, 1.0);
  };
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-label=\"{2}\">\n",
      left + room + right, height, escape(description));
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const int y = top + static_cast<int>(i) * pitch;
    const bool cut = bar.value > scale;
    const double end = x_of(bar.value);
    const double solid = x_of(bar.value - bar.lost);
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", left - 10,
                       y + thick - 4, escape(bar.name));
    svg += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"var(--bar)\"/>"
        "\n",
        left, y, solid - left, thick);
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" "
        "fill=\"var(--loss)\"/>\n",
        solid, y, end - solid, thick);
    if (cut) {
      svg += fmt::format("<path d=\"M{0:.1f} {1} l10 {2} l-10 {2} z\" fill=\"var(--loss)\"/>\n",
                         end, y, thick / 2);
    }
    svg +=
        fmt::format("<text class=\"soft\" x=\"{:.1f}\" y=\"{}\">{}</text>\n",
                    std::max(end, x_of(mark)) + (cut ? 16 : 8), y + thick - 4, escape(bar.label));
  }
  svg += fmt::format(
      "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" "
      "stroke=\"var(--mark)\" stroke-width=\"2\" stroke-dasharray=\"5 3\"/>\n",
      x_of(mark), top - 8, height);
  svg += fmt::format("<text x=\"{:.1f}\" y=\"14\" text-anchor=\"middle\">{}</text>\n", x_of(mark),
                     escape(mark_name));
  return svg + "</svg>\n";
}

}  // namespace jacquard::report
