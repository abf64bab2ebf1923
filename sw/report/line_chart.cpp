// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/html/ticks.hpp"

namespace jacquard::report {
namespace {

struct Frame {
  double width, height;
  double left, right, top, bottom;  // of what is inside the axes
};

constexpr Frame kAlone{720, 440, 84, 700, 40, 390};  // the legend stands below it
constexpr Frame kInline{480, 320, 84, 468, 12, 268};
constexpr double kEdge = 5;     // pixels that a font may be wider than we count
constexpr double kNameGap = 8;  // pixels between the names of an axis
constexpr double kEm = 13.5;    // of the letters
constexpr int kTicks = 6;
constexpr double kMostDecades = 8;  // with a tick each
constexpr double kLegendRow = 20;
constexpr double kMargin = 0.06;  // of an axis

// Beyond the colours, lines are told apart by their dashes.
constexpr std::array<const char*, 3> kDashes = {"", " stroke-dasharray=\"7 3\"",
                                                " stroke-dasharray=\"2 3\""};

// How the two kinds of chart colour line k: pages have a style sheet, pictures stand alone.
std::string alone_colour(std::size_t k) { return line_tone(k); }
std::string page_colour(std::size_t k) { return fmt::format("var(--c{})", k % kLineTones); }

// One axis: from data to pixels, linear or by logarithm, with round ticks.
struct Axis {
  bool logarithmic;
  double low, high;  // in drawn units: the logarithm where logarithmic
  double from_pixel, to_pixel;

  double drawn(double value) const { return logarithmic ? std::log10(value) : value; }
  double pixel(double value) const {
    return from_pixel + (drawn(value) - low) / (high - low) * (to_pixel - from_pixel);
  }
  std::vector<double> ticks() const {
    if (!logarithmic) return round_ticks(low, high, kTicks);
    std::vector<double> at;
    const double step = std::max(1.0, std::ceil((high - low) / kMostDecades));
    for (double e = low; e <= high + 1e-9; e += step) at.push_back(std::pow(10, e));
    return at;
  }
};

Axis axis(bool logarithmic, bool from_zero, double smallest, double largest, double from_pixel,
          double to_pixel, double margin_above) {
  Axis a{logarithmic, smallest, largest, from_pixel, to_pixel};
  if (logarithmic) {
    a.low = std::floor(std::log10(smallest));
    a.high = std::ceil(std::log10(largest));
  } else if (!from_zero) {
    const double margin = (largest > smallest ? largest - smallest : std::abs(largest)) * 0.03;
    a.low = smallest - margin;
    a.high = largest + margin;
  } else {
    a.low = std::min(0.0, smallest);
    a.high += margin_above * (largest - a.low);
  }
  if (a.high <= a.low) a.high = a.low + 1;
  return a;
}

std::string text(double x, double y, const char* anchor, const std::string& what,
                 const std::string& more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                     anchor, more, escape(what));
}

// The names of an x axis, each where there is room for it.
std::string names(const LineChart& chart, const Axis& x, const Frame& f) {
  std::string out;
  double free_from = -std::numeric_limits<double>::infinity();
  for (const auto& [place, name] : chart.x_names) {
    const double at = x.pixel(place);
    out +=
        fmt::format("<path class=\"grid\" fill=\"none\" stroke=\"#d1d9e0\" d=\"M{:.1f} {}V{}\"/>\n",
                    at, f.top, f.bottom);
    const double half = text_width(name, kEm) / 2;
    const double middle = std::clamp(at, half, f.width - half - kEdge);
    if (middle - half < free_from) continue;
    free_from = middle + half + kNameGap;
    out += text(middle, f.bottom + 18, "middle", name);
  }
  return out;
}

// 1,000 rather than 1e+03; powers of ten beyond a million as such.
std::string tick_name(double tick) {
  const double size = std::abs(tick);
  if (size >= 1000 && size < 1e6 && tick == std::round(tick)) {
    return grouped(static_cast<std::int64_t>(tick));
  }
  return fmt::format("{:.4g}", tick);
}

std::string axes(const LineChart& chart, const Axis& x, const Axis& y, const Frame& f) {
  std::string out = names(chart, x, f);
  double free_from = 0;
  for (const double tick : chart.x_names.empty() ? x.ticks() : std::vector<double>{}) {
    const double at = x.pixel(tick);
    if (at > f.right + 0.5) continue;
    out +=
        fmt::format("<path class=\"grid\" fill=\"none\" stroke=\"#d1d9e0\" d=\"M{:.1f} {}V{}\"/>\n",
                    at, f.top, f.bottom);
    const std::string name = tick_name(tick);
    const double half = text_width(name, kEm) / 2;
    const double middle = std::clamp(at, half, f.width - half - kEdge);
    if (middle - half < free_from) continue;
    free_from = middle + half + kNameGap;
    out += text(middle, f.bottom + 18, "middle", name);
  }
  for (const double tick : y.ticks()) {
    const double at = y.pixel(tick);
    if (at < f.top - 0.5) continue;
    out +=
        fmt::format("<path class=\"grid\" fill=\"none\" stroke=\"#d1d9e0\" d=\"M{} {:.1f}H{}\"/>\n",
                    f.left, at, f.right);
    out += text(f.left - 6, at + 4, "end", tick_name(tick));
  }
  out += text((f.left + f.right) / 2, f.bottom + 38, "middle", chart.x_label);
  return out + text(16, (f.top + f.bottom) / 2, "middle", chart.y_label,
                    fmt::format(" transform=\"rotate(-90 16 {})\"", (f.top + f.bottom) / 2));
}

// Every second region is shaded; names that do not fit are in the tooltip alone.
std::string shaded(const LineChart& chart, const Axis& x, const Frame& f) {
  std::string out;
  bool shade = false;
  for (const Region& region : chart.regions) {
    const double from = std::max(f.left, x.pixel(region.from));
    const double to = std::min(f.right, x.pixel(region.to));
    if (to <= from) continue;
    out += fmt::format(
        "<rect class=\"region\" fill=\"#59636e\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" "
        "height=\"{}\" "
        "fill-opacity=\"{}\"><title>{}</title></rect>\n",
        from, f.top, to - from, f.bottom - f.top, shade ? 0.16 : 0.06, escape(region.name));
    shade = !shade;
    if (text_width(region.name, kEm) + kNameGap < to - from) {
      out += text((from + to) / 2, f.top + 14, "middle", region.name);
    }
  }
  return out;
}

struct Box {
  double left, top, right, bottom;
};

// Labels to the right of their points, or to the left where that leaves the frame.
std::string labels_of(const Line& line, const std::function<bool(std::size_t)>& shown,
                      const Axis& x, const Axis& y, const Frame& f, std::vector<Box>& taken) {
  constexpr double kAway = 6, kAbove = 11, kBelow = 4;
  std::string out;
  for (std::size_t k = 0; k < std::min(line.points.size(), line.labels.size()); ++k) {
    if (!shown(k)) continue;
    const double px = x.pixel(line.points[k].first), py = y.pixel(line.points[k].second);
    const double width = text_width(line.labels[k], kEm);
    const bool left = px + kAway + width > f.right;
    const double from = left ? px - kAway - width : px + kAway;
    const Box box{from, py - kAbove, from + width, py + kBelow};
    const bool free = std::none_of(taken.begin(), taken.end(), [&](const Box& other) {
      return box.left < other.right && other.left < box.right && box.top < other.bottom &&
             other.top < box.bottom;
    });
    if (!free) continue;
    taken.push_back(box);
    out += text(from, py, "start", line.labels[k]);
  }
  return out;
}

using Shown = std::function<bool(const std::pair<double, double>&)>;

std::string drawn(const Line& line, const Shown& shown, const Axis& x, const Axis& y,
                  const std::string& colour, const char* dashes) {
  std::string points, marks;
  for (const auto& p : line.points) {
    if (!shown(p)) continue;
    const auto k = static_cast<std::size_t>(&p - line.points.data());
    const std::string end =
        k < line.titles.size() ? "><title>" + escape(line.titles[k]) + "</title></circle>" : "/>";
    const double px = x.pixel(p.first), py = y.pixel(p.second);
    points += fmt::format("{:.1f},{:.1f} ", px, py);
    if (line.marks) {
      marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"{}\n", px, py,
                           colour, end);
    }
  }
  if (!line.joined) return marks;
  return fmt::format(
             "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}><title>{}"
             "</title></polyline>\n",
             points, colour, dashes, escape(line.name)) +
         marks;
}

const char* dashes_of(std::size_t k) { return kDashes[k / kLineTones % kDashes.size()]; }

// Which line's colour it has.
std::size_t tone_of(const Line& line, std::size_t k) {
  return line.like < 0 ? k : static_cast<std::size_t>(line.like);
}

// The axes and the lines.
std::string inside(const LineChart& chart, const Frame& f,
                   const std::function<std::string(std::size_t)>& colour) {
  const Shown shown = [&](const std::pair<double, double>& p) {
    return std::isfinite(p.first) && std::isfinite(p.second) &&
           (!chart.logarithmic_y || p.second > 0) && (!chart.logarithmic_x || p.first > 0);
  };
  double x_low = 0, x_high = 0, y_low = 0, y_high = 0;
  bool any = false;
  for (const Line& line : chart.lines) {
    for (const auto& p : line.points) {
      if (!shown(p)) continue;
      x_low = any ? std::min(x_low, p.first) : p.first;
      x_high = any ? std::max(x_high, p.first) : p.first;
      y_low = any ? std::min(y_low, p.second) : p.second;
      y_high = any ? std::max(y_high, p.second) : p.second;
      any = true;
    }
  }
  const double margin = chart.margins ? kMargin : 0;
  const Axis x =
      axis(chart.logarithmic_x && any, chart.x_from_zero, x_low, x_high, f.left, f.right, margin);
  const Axis y =
      axis(chart.logarithmic_y && any, chart.y_from_zero, y_low, y_high, f.bottom, f.top, margin);
  std::string out = shaded(chart, x, f) + axes(chart, x, y, f);
  for (std::size_t k = 0; k < chart.lines.size(); ++k) {
    const std::size_t tone = tone_of(chart.lines[k], k);
    out += drawn(chart.lines[k], shown, x, y, colour(tone), dashes_of(tone));
  }
  std::vector<Box> taken;
  for (const Line& line : chart.lines) {
    out += labels_of(
        line, [&](std::size_t k) { return shown(line.points[k]); }, x, y, f, taken);
  }
  return out;
}

}  // namespace

std::string svg(const LineChart& chart) {
  const Frame& f = kAlone;
  double x = f.left, y = f.height;
  std::string legend;
  for (std::size_t k = 0; k < chart.lines.size(); ++k) {
    if (chart.lines[k].like >= 0) continue;
    const double width = 30 + text_width(chart.lines[k].name, kEm);
    if (x > f.left && x + width > f.right) {
      x = f.left;
      y += kLegendRow;
    }
    legend += fmt::format("<path d=\"M{:.1f} {:.1f}h22\" stroke=\"{}\" stroke-width=\"3\"{}/>\n", x,
                          y + 2, alone_colour(k), dashes_of(k));
    legend += text(x + 28, y + 6, "start", chart.lines[k].name);
    x += width + 16;
  }
  return picture_head(f.width, y + kLegendRow, chart.title) +
         text((f.left + f.right) / 2, 24, "middle", chart.title, " font-weight=\"bold\"") +
         inside(chart, f, alone_colour) + legend + "</svg>\n";
}

std::string inline_svg(const LineChart& chart) {
  return fmt::format(
             "<svg class=\"chart\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
             "role=\"img\" aria-label=\"{2}\">\n",
             kInline.width, kInline.height, escape(chart.title)) +
         inside(chart, kInline, page_colour) + "</svg>\n";
}

std::string line_legend(const std::vector<std::string>& names) {
  std::string out = "<div class=\"legend\">\n";
  for (std::size_t k = 0; k < names.size(); ++k) {
    out += fmt::format(
        "<span><svg width=\"28\" height=\"12\"><path d=\"M0 6h28\" stroke=\"{}\" "
        "stroke-width=\"3\"{}"
        "/></svg>{}</span>\n",
        page_colour(k), dashes_of(k), escape(names[k]));
  }
  return out + "</div>\n";
}

}  // namespace jacquard::report
