// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/utilisation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

#include "jacquard/report/fabric/csv.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/html/ticks.hpp"

namespace jacquard::report {
namespace {

struct State {
  const char* name;
  const char* meaning;
  const char* colour;
  base::Picoseconds LinkRecord::*time;
};

constexpr std::array<State, 4> kStates = {{
    {"carried", "data flowed", "var(--bar)", &LinkRecord::carried},
    {"guard", "the switch was changing", "var(--loss)", &LinkRecord::guard},
    {"paused", "flow control forbade sending", "var(--pause)", &LinkRecord::paused},
    {"idle", "none of these", "var(--rest)", &LinkRecord::idle},
}};

base::Picoseconds total(const LinkRecord& link) {
  base::Picoseconds sum{0};
  for (const State& state : kStates) sum += link.*state.time;
  return sum;
}

// Indices of the links drawn, the busiest first.
std::vector<std::size_t> busiest(const std::vector<LinkRecord>& links) {
  std::vector<std::size_t> order(links.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return links[a].carried > links[b].carried;
  });
  order.resize(std::min(order.size(), kMostBars));
  return order;
}

// Round times below the bars.
std::string time_axis(base::Picoseconds scale, int left, int room, int y) {
  if (scale <= base::Picoseconds{0}) return "";
  const auto end = static_cast<double>(scale.count());
  const std::vector<double> ticks = round_ticks(0, end, 4);
  const std::vector<std::string> names = time_names(ticks);
  std::string svg = fmt::format("<path class=\"grid\" d=\"M{} {}h{}\"/>\n", left, y, room);
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    svg += fmt::format(
        "<path class=\"grid\" d=\"M{0:.1f} {1}v5\"/><text class=\"soft\" x=\"{0:.1f}\" y=\"{2}\" "
        "text-anchor=\"middle\">{3}</text>\n",
        left + room * ticks[k] / end, y, y + 18, names[k]);
  }
  return svg;
}

std::string bar(const LinkRecord& link, base::Picoseconds scale, int left, int room, int y,
                int thick) {
  std::string svg;
  double from = left;
  for (const State& state : kStates) {
    const base::Picoseconds time = link.*state.time;
    if (time <= base::Picoseconds{0}) continue;
    const double width = room * (time / scale);
    fmt::format_to(
        std::back_inserter(svg),
        "<rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\" fill=\"{}\"><title>{}: "
        "{} {}</title></rect>\n",
        from, y, width, thick, state.colour, escape(link.name), time_text(time), state.name);
    from += width;
  }
  return svg;
}

}  // namespace

std::string utilisation_bars(const FabricRun& run, base::Picoseconds scale) {
  constexpr int left = 128, room = 280, right = 72, pitch = 18, thick = 12;
  const std::vector<std::size_t> shown = busiest(run.links);
  const int height = static_cast<int>(shown.size()) * pitch + 28;
  std::string svg = fmt::format(
      "<svg class=\"chart\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-label=\"How the links of {2} spent their time\">\n",
      left + room + right, height, escape(run.fabric));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const LinkRecord& link = run.links[shown[i]];
    const int y = static_cast<int>(i) * pitch + 2;
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", left - 8,
                       y + thick - 1, escape(link.name));
    if (scale > base::Picoseconds{0}) svg += bar(link, scale, left, room, y, thick);
    svg += fmt::format("<text class=\"soft\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
                       left + room + right - 4, y + thick - 1, percent(utilisation(link)));
  }
  svg += time_axis(scale, left, room, height - 26) + "</svg>\n";
  if (shown.size() < run.links.size()) {
    svg += fmt::format("<p class=\"soft\">The {} busiest of {} links.</p>\n", shown.size(),
                       grouped(static_cast<std::int64_t>(run.links.size())));
  }
  return svg;
}

double mean_utilisation(const FabricRun& run) {
  base::Picoseconds carried{0}, all{0};
  for (const LinkRecord& link : run.links) {
    carried += link.carried;
    all += total(link);
  }
  return all > base::Picoseconds{0} ? carried / all : 0;
}

base::Picoseconds accounted(const FabricRun& run) {
  base::Picoseconds most{0};
  for (const LinkRecord& link : run.links) most = std::max(most, total(link));
  return most;
}

std::string utilisation_legend() {
  std::string html = "<div class=\"legend\">\n";
  for (const State& state : kStates) {
    html += fmt::format("<span><i style=\"background:{}\"></i>{}: {}</span>\n", state.colour,
                        state.name, state.meaning);
  }
  return html + "</div>\n";
}

}  // namespace jacquard::report
