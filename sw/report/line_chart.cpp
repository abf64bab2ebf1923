// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "jacquard/report/html/text.hpp"

namespace jacquard::report {
namespace {

struct Frame {
  double width, height;
  double left, right, top, bottom;  // of what is inside the axes
};

constexpr Frame kAlone{720, 440, 70, 540, 40, 390};  // the legend stands right of it
constexpr Frame kInline{560, 300, 62, 544, 12, 250};
constexpr double kNameGap = 8;      // pixels between the names of an axis
constexpr double kMostDecades = 8;  // with a tick each
constexpr double kLetterWidth = 6;  // of these fonts, about

// Okabe & Ito's colours, told apart with every kind of colour vision.
constexpr std::array<const char*, 7> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#e69f00", "#56b4e9", "#555555"};

// Beyond the colours, lines are told apart by their dashes.
constexpr std::array<const char*, 3> kDashes = {"", " stroke-dasharray=\"7 3\"",
                                                " stroke-dasharray=\"2 3\""};

// How the two kinds of chart colour line k: pages have a style sheet, pictures stand alone.
std::string alone_colour(std::size_t k) { return kColours[k % kColours.size()]; }
std::string page_colour(std::size_t k) { return fmt::format("var(--c{})", k % kColours.size()); }

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
    std::vector<double> at;
    if (logarithmic) {
      const double step = std::max(1.0, std::ceil((high - low) / kMostDecades));
      for (double e = low; e <= high + 1e-9; e += step) at.push_back(std::pow(10, e));
      return at;
    }
    const double rough = (high - low) / 6;
    const double decade = std::pow(10, std::floor(std::log10(rough)));
    const double step = decade * (rough / decade > 5 ? 10 : rough / decade > 2 ? 5 : 2);
    const auto last = static_cast<int>(std::floor((high - low) / step + 1e-9));
    const double first = std::ceil(low / step - 1e-9) * step;
    for (int k = 0; k <= last; ++k) at.push_back(first + k * step);
    return at;
  }
};

Axis axis(bool logarithmic, bool from_zero, double smallest, double largest, double from_pixel,
          double to_pixel) {
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
    out += fmt::format("<path class=\"grid\" d=\"M{:.1f} {}V{}\"/>\n", at, f.top, f.bottom);
    const double half = kLetterWidth * static_cast<double>(name.size()) / 2;
    if (at - half < free_from) continue;
    free_from = at + half + kNameGap;
    out += text(at, f.bottom + 16, "middle", name);
  }
  return out;
}

std::string axes(const LineChart& chart, const Axis& x, const Axis& y, const Frame& f) {
  std::string out = names(chart, x, f);
  for (const double tick : chart.x_names.empty() ? x.ticks() : std::vector<double>{}) {
    const double at = x.pixel(tick);
    if (at > f.right + 0.5) continue;
    out += fmt::format("<path class=\"grid\" d=\"M{:.1f} {}V{}\"/>\n", at, f.top, f.bottom);
    out += text(at, f.bottom + 16, "middle", fmt::format("{:.4g}", tick));
  }
  for (const double tick : y.ticks()) {
    const double at = y.pixel(tick);
    if (at < f.top - 0.5) continue;
    out += fmt::format("<path class=\"grid\" d=\"M{} {:.1f}H{}\"/>\n", f.left, at, f.right);
    out += text(f.left - 6, at + 4, "end", fmt::format("{:.4g}", tick));
  }
  out += text((f.left + f.right) / 2, f.height - 12, "middle", chart.x_label);
  return out + text(18, (f.top + f.bottom) / 2, "middle", chart.y_label,
                    fmt::format(" transform=\"rotate(-90 18 {})\"", (f.top + f.bottom) / 2));
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
        "<rect class=\"region\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" "
        "fill-opacity=\"{}\"><title>{}</title></rect>\n",
        from, f.top, to - from, f.bottom - f.top, shade ? 0.16 : 0.06, escape(region.name));
    shade = !shade;
    if (kLetterWidth * static_cast<double>(region.name.size()) + kNameGap < to - from) {
      out += text((from + to) / 2, f.top + 14, "middle", region.name);
    }
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

const char* dashes_of(std::size_t k) { return kDashes[k / kColours.size() % kDashes.size()]; }

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
  const Axis x =
      axis(chart.logarithmic_x && any, chart.x_from_zero, x_low, x_high, f.left, f.right);
  const Axis y =
      axis(chart.logarithmic_y && any, chart.y_from_zero, y_low, y_high, f.bottom, f.top);
  std::string out = shaded(chart, x, f) + axes(chart, x, y, f);
  for (std::size_t k = 0; k < chart.lines.size(); ++k) {
    out += drawn(chart.lines[k], shown, x, y, colour(k), dashes_of(k));
  }
  return out;
}

}  // namespace

std::string svg(const LineChart& chart) {
  const Frame& f = kAlone;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n"
      "<title>{2}</title>\n<style>.grid{{stroke:#ddd;fill:none}}.region{{fill:#777}}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      f.width, f.height, escape(chart.title));
  out += text((f.left + f.right) / 2, 24, "middle", chart.title, " font-weight=\"bold\"");
  out += inside(chart, f, alone_colour);
  for (std::size_t k = 0; k < chart.lines.size(); ++k) {
    const double row = f.top + 14 + 20 * static_cast<double>(k);
    out += fmt::format("<path d=\"M{} {:.1f}h22\" stroke=\"{}\" stroke-width=\"3\"{}/>\n",
                       f.right + 16, row - 4, alone_colour(k), dashes_of(k));
    out += text(f.right + 44, row, "start", chart.lines[k].name);
  }
  return out + "</svg>\n";
}

std::string inline_svg(const LineChart& chart) {
  return fmt::format(
             "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
             "aria-label=\"{2}\">\n",
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
