// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/time_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/html/ticks.hpp"
#include "jacquard/report/html/timeline.hpp"

namespace jacquard::report {
namespace {

constexpr int kTicks = 5;
constexpr int kLeastHeight = 160;   // pixels of the picture
constexpr double kPortPitch = 14;   // pixels between the labels of ports
constexpr double kNearEdge = 0.93;  // from where on a label ends at its tick

// Eight hues, then the same lighter; none is the guard's.
constexpr std::array<Colour, kDestinationColours> kColours = {{{31, 95, 168, 255},
                                                               {27, 138, 58, 255},
                                                               {200, 16, 46, 255},
                                                               {122, 74, 36, 255},
                                                               {0, 150, 170, 255},
                                                               {110, 60, 154, 255},
                                                               {214, 85, 155, 255},
                                                               {130, 130, 20, 255},
                                                               {143, 183, 224, 255},
                                                               {136, 208, 152, 255},
                                                               {240, 138, 150, 255},
                                                               {196, 160, 128, 255},
                                                               {128, 220, 230, 255},
                                                               {188, 160, 220, 255},
                                                               {240, 180, 215, 255},
                                                               {210, 210, 110, 255}}};

int block_of(int destination, int ports) {
  return ports <= kDestinationColours ? destination : destination * kDestinationColours / ports;
}

std::string port_labels(int ports, int height) {
  int every = 1;
  while (every * height < kPortPitch * ports) every *= 2;
  std::string html = "<div class=\"ports\">";
  for (int p = 0; p < ports; p += every) {
    html += fmt::format("<span style=\"top:{:.2f}%\">{}</span>", 100 * (p + 0.5) / ports, p);
  }
  return html + "</div>\n";
}

std::string tick_labels(const Window& window) {
  const auto from = static_cast<double>(window.from.count());
  const auto to = static_cast<double>(window.to.count());
  if (to <= from) return "";
  const std::vector<double> ticks = round_ticks(from, to, kTicks);
  const std::vector<std::string> names = time_names(ticks);
  std::string html = "<div class=\"ticks\">";
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    const double share = (ticks[k] - from) / (to - from);
    html += share > kNearEdge
                ? fmt::format("<span class=\"last\" style=\"right:{:.2f}%\">{}</span>",
                              100 * (1 - share), names[k])
                : fmt::format("<span style=\"left:{:.2f}%\">{}</span>", 100 * share, names[k]);
  }
  return html + "</div>\n";
}

std::string box(Colour c, const std::string& name) {
  return fmt::format("<span><i style=\"background:rgba({},{},{},{:.2f})\"></i>{}</span>\n", c.red,
                     c.green, c.blue, c.alpha / 255.0, name);
}

}  // namespace

Colour destination_colour(int destination, int ports) {
  return base::at(kColours, block_of(destination, ports));
}

std::string time_figure(const Picture& picture, const Palette& palette, const Window& window,
                        const std::string& alt, const std::string& caption) {
  const int height = std::max(kLeastHeight, 2 * picture.height);
  return fmt::format(
      "<div class=\"time\">{}<img style=\"height:{}px\" alt=\"{}\" src=\"{}\">\n{}"
      "<div class=\"name\">time; {}; at the left the source port</div></div>\n",
      port_labels(picture.height, height), height, escape(alt), png_uri(picture, palette),
      tick_labels(window), escape(caption));
}

std::string destination_legend(int ports, bool idle) {
  const Palette palette = timeline_palette(ports);
  std::string html = "<div class=\"legend\">\n<span>to port</span>\n";
  for (int p = 0; p < ports;) {
    int last = p;
    while (last + 1 < ports && block_of(last + 1, ports) == block_of(p, ports)) ++last;
    html += box(destination_colour(p, ports),
                last == p ? std::to_string(p) : fmt::format("{} to {}", p, last));
    p = last + 1;
  }
  html += box(palette[kGuardGap], "guard: the crossbar is changing");
  if (idle) html += box(palette[kIdleCircuit], "circuit set, nothing left to send");
  return html + box(palette[kNoCircuit], "no circuit") + "</div>\n";
}

}  // namespace jacquard::report
