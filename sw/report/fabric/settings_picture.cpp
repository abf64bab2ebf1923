// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/settings_picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/report/html/page.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/html/time_figure.hpp"

namespace jacquard::report {
namespace {

constexpr int kPictureWidth = 1118;  // the page's width at its widest, so pixels map one to one
constexpr std::size_t kZoomSettings = 12;

std::vector<std::string> crossbars_of(const FabricRun& run) {
  std::vector<std::string> names;
  for (const SettingRecord& s : run.settings) {
    if (std::find(names.begin(), names.end(), s.crossbar) == names.end()) {
      names.push_back(s.crossbar);
    }
  }
  return names;
}

// Everything one crossbar did, in figures.
struct Sums {
  int ports = 0;
  std::size_t settings = 0;
  base::Picoseconds guard{0};
  base::Picoseconds held{0};
  base::Picoseconds end{0};
  base::Picoseconds end_of_zoom{0};
};

Sums sums_of(const FabricRun& run, const std::string& crossbar) {
  Sums sums;
  sums.end = run.completion;
  for (const SettingRecord& s : run.settings) {
    if (s.crossbar != crossbar) continue;
    sums.ports = std::max(sums.ports, static_cast<int>(s.columns.size()));
    sums.guard += s.from - s.guard_from;
    sums.held += s.to - s.from;
    sums.end = std::max(sums.end, s.to);
    if (++sums.settings <= kZoomSettings) sums.end_of_zoom = std::max(sums.end_of_zoom, s.to);
  }
  return sums;
}

std::string painted(const FabricRun& run, const std::string& crossbar, const Sums& sums,
                    base::Picoseconds until, const std::string& caption) {
  const Window window{base::Picoseconds{0}, until};
  return time_figure(paint_settings(run, crossbar, window, kPictureWidth),
                     timeline_palette(sums.ports), window, run.fabric + ": " + caption, caption);
}

std::string words(const Sums& sums) {
  std::string text = fmt::format(
      "{} setting{}, held for {} each on average",
      grouped(static_cast<std::int64_t>(sums.settings)), sums.settings == 1 ? "" : "s",
      time_text(base::Picoseconds{sums.held.count() / static_cast<std::int64_t>(sums.settings)}));
  if (sums.guard > base::Picoseconds{0}) {
    text += fmt::format("; guards take {}, {} of the time", time_text(sums.guard),
                        percent(sums.guard / sums.end, 2));
  }
  return "<p>" + text + ".</p>\n";
}

std::string one_crossbar(const FabricRun& run, const std::string& crossbar) {
  const Sums sums = sums_of(run, crossbar);
  std::string html = words(sums);
  if (sums.ports == 0 || sums.end <= base::Picoseconds{0}) return html;
  if (static_cast<std::int64_t>(sums.settings) > kMostPainted / sums.ports) {
    return html + "<p class=\"soft\">Too many settings to draw.</p>\n";
  }
  html += destination_legend(sums.ports, false) +
          painted(run, crossbar, sums, sums.end, "the whole run");
  if (sums.settings > kZoomSettings && sums.end_of_zoom * 2 <= sums.end) {
    html += painted(run, crossbar, sums, sums.end_of_zoom,
                    fmt::format("its first {} settings", kZoomSettings));
  }
  return html;
}

}  // namespace

Picture paint_settings(const FabricRun& run, const std::string& crossbar, Window window,
                       int width) {
  const int ports = sums_of(run, crossbar).ports;
  TimePainter painter(window, width, ports, kNoCircuit);
  for (const SettingRecord& s : run.settings) {
    if (s.crossbar != crossbar || s.guard_from >= window.to) continue;
    const Interval time{static_cast<double>(s.guard_from.count()),
                        static_cast<double>(s.from.count()), static_cast<double>(s.to.count())};
    for (int row = 0; row < ports; ++row) {
      painter.paint(row, time.begin_ps, time.data_ps, kGuardGap);
      const auto r = static_cast<std::size_t>(row);
      if (r >= s.columns.size() || s.columns[r] == schedule::kUnmatched) continue;
      painter.paint(row, time.data_ps, time.end_ps, destination_index(s.columns[r], ports));
    }
    painter.keep_gap(time, kGuardGap);
  }
  return painter.take();
}

std::string settings_pictures(const FabricRun& run) {
  const std::vector<std::string> crossbars = crossbars_of(run);
  std::string html;
  for (std::size_t i = 0; i < std::min(kMostCrossbars, crossbars.size()); ++i) {
    if (!crossbars[i].empty()) html += "<h4>" + escape(crossbars[i]) + "</h4>\n";
    html += one_crossbar(run, crossbars[i]);
  }
  if (crossbars.size() > kMostCrossbars) {
    html += fmt::format("<p class=\"soft\">{} more crossbars are not drawn.</p>\n",
                        crossbars.size() - kMostCrossbars);
  }
  return html;
}

}  // namespace jacquard::report
