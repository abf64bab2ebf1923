// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/losses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/stack/label_colours.hpp"
#include "jacquard/report/stack/port_time.hpp"

namespace jacquard::report {
namespace {

using base::Seconds;

constexpr double kWidth = 1000;

// As a mean over all ports.
std::string cell(Seconds time, const PortTimes& times) {
  const double ps =
      time.count() * 1e12 / static_cast<double>(std::max<std::int64_t>(1, times.ports));
  return fmt::format("<td>{}</td><td class=\"soft\">{}</td>",
                     time_text(base::Picoseconds{std::llround(ps)}),
                     percent(times.all.count() > 0 ? time / times.all : 0, 2));
}

std::string row(const std::string& name, const PortTime& time, const PortTimes& times) {
  std::string html = "<tr><td>" + escape(name) + "</td>";
  for (const Seconds part : {time.slots, time.data, time.guard, time.flight, time.unfilled}) {
    html += cell(part, times);
  }
  return html + "</tr>\n";
}

struct Part {
  const char* name;
  const char* colour;
  Seconds time;
};

std::string bar(const PortTimes& times) {
  const PortTime all = times.sum();
  const std::vector<Part> parts = {{"data", "#0072b2", all.data},
                                   {"guards, t_x", kGuardTone, all.guard},
                                   {"longest way, t_max", "#d55e00", all.flight},
                                   {"unfilled ends of slots", "#cc79a7", all.unfilled},
                                   {"kept for the run's own traffic", "#56b4e9", times.reserved},
                                   {"no slot: computing, or waiting", kRestTone, times.idle}};
  std::string legend = "<div class=\"legend\">\n";
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {} 26\" role=\"img\"><title>Where the ports' time goes"
      "</title>\n",
      kWidth);
  double x = 0;
  for (const Part& part : parts) {
    if (part.time.count() <= 0 || times.all.count() <= 0) continue;
    const double share = part.time / times.all;
    svg += fmt::format("<rect x=\"{:.2f}\" width=\"{:.2f}\" height=\"26\" fill=\"{}\"/>\n", x,
                       kWidth * share, part.colour);
    legend += swatch(part.colour, fmt::format("{}: {}", part.name, percent(share, 2)));
    x += kWidth * share;
  }
  return legend + "</div>\n" + svg + "</svg>\n";
}

}  // namespace

std::string losses_section(const stack::Stack& stack, const stack::Routes& routes) {
  const PortTimes times = port_times(stack, routes);
  std::string html = fmt::format(
      "<h2>Where the time goes</h2>\n<p>Of the ports that send, as a mean over all. The slots that "
      "are used carry data for {} of their time: that is Chronos's eta, over all pieces. The step "
      "is longer than its bound by {}.</p>\n",
      percent(times.slot_efficiency()), time_text(stack.timeline.step - stack.bound.time()));
  html +=
      bar(times) +
      "<div class=\"scroll\"><table>\n<thead><tr><th>of</th><th>slots</th><th></th><th>data</th>"
      "<th></th><th>t_x</th><th></th><th>t_max</th><th></th><th>unfilled</th><th></th></tr>"
      "</thead>\n<tbody>\n";
  for (const PortTime& label : times.labels) html += row(label.label, label, times);
  html += row("all", times.sum(), times);
  return html + "</tbody></table></div>\n" +
         fmt::format(
             "<p>The bound is the longer of two: the longest chain of computations and "
             "messages ({}), and the busiest port's bytes ({}).</p>\n",
             time_text(stack.bound.path), time_text(stack.bound.load));
}

}  // namespace jacquard::report
