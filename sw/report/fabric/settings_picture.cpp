// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/settings_picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/report/html/page.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::report {
namespace {

constexpr int kPictureWidth = 1118;  // the page's width at its widest, so pixels map one to one
constexpr std::size_t kZoomSettings = 12;
constexpr Colour kGuardColour{230, 159, 0, 255};  // as losses are in every chart

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
  const Picture picture =
      paint_settings(run, crossbar, {base::Picoseconds{0}, until}, kPictureWidth);
  return fmt::format(
      "<img style=\"height:{}px\" alt=\"{}: {}\" src=\"{}\">\n"
      "<div class=\"axis\"><span>0</span><span>{}</span><span>{}</span></div>\n",
      std::max(160, 2 * sums.ports), escape(run.fabric), escape(caption),
      png_uri(picture, settings_palette()), escape(caption), time_text(until));
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
  html += painted(run, crossbar, sums, sums.end, "the whole run");
  if (sums.settings > kZoomSettings && sums.end_of_zoom * 2 <= sums.end) {
    html += painted(run, crossbar, sums, sums.end_of_zoom,
                    fmt::format("its first {} settings", kZoomSettings));
  }
  return html;
}

}  // namespace

Palette settings_palette() {
  Palette palette = timeline_palette();
  palette[kGuardGap] = kGuardColour;
  return palette;
}

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

std::string settings_legend() {
  std::string stops;
  for (int i = 0; i <= 8; ++i) stops += (i > 0 ? "," : "") + css(viridis(i / 8.0));
  return fmt::format(
      "<div class=\"legend\"><span><i "
      "style=\"width:160px;background:linear-gradient(90deg,{})\"></i>"
      "connected to the first .. last port</span><span><i style=\"background:{}\"></i>guard: the "
      "crossbar is "
      "changing</span><span><i style=\"background:rgba(128,128,128,.16)\"></i>no circuit</span>"
      "</div>\n",
      stops, css(kGuardColour));
}

}  // namespace jacquard::report
