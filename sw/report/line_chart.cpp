// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace jacquard::report {
namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 440;
constexpr double kLeft = 70;
constexpr double kRight = 540;  // the legend stands right of it
constexpr double kTop = 40;
constexpr double kBottom = 390;

// Okabe & Ito's colours, told apart with every kind of colour vision.
constexpr std::array<const char*, 7> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#e69f00", "#56b4e9", "#555555"};

// Beyond the colours, lines are told apart by their dashes.
constexpr std::array<const char*, 3> kDashes = {"", " stroke-dasharray=\"7 3\"",
                                                " stroke-dasharray=\"2 3\""};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

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
      for (double e = low; e <= high + 1e-9; e += 1) at.push_back(std::pow(10, e));
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

Axis axis(bool logarithmic, double smallest, double largest, double from_pixel, double to_pixel) {
  Axis a{logarithmic, smallest, largest, from_pixel, to_pixel};
  if (logarithmic) {
    a.low = std::floor(std::log10(smallest));
    a.high = std::ceil(std::log10(largest));
  } else {
    a.low = std::min(0.0, smallest);
  }
  if (a.high <= a.low) a.high = a.low + 1;
  return a;
}

std::string text(double x, double y, const char* anchor, const std::string& what,
                 const std::string& more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                     anchor, more, escaped(what));
}

std::string frame(const LineChart& chart, const Axis& x, const Axis& y) {
  std::string out = text((kLeft + kRight) / 2, 24, "middle", chart.title, " font-weight=\"bold\"");
  for (const double tick : x.ticks()) {
    const double at = x.pixel(tick);
    if (at > kRight + 0.5) continue;
    out += fmt::format("<path class=\"grid\" d=\"M{:.1f} {}V{}\"/>\n", at, kTop, kBottom);
    out += text(at, kBottom + 16, "middle", fmt::format("{:.4g}", tick));
  }
  for (const double tick : y.ticks()) {
    const double at = y.pixel(tick);
    if (at < kTop - 0.5) continue;
    out += fmt::format("<path class=\"grid\" d=\"M{} {:.1f}H{}\"/>\n", kLeft, at, kRight);
    out += text(kLeft - 6, at + 4, "end", fmt::format("{:.4g}", tick));
  }
  out += text((kLeft + kRight) / 2, kHeight - 12, "middle", chart.x_label);
  return out + text(18, (kTop + kBottom) / 2, "middle", chart.y_label,
                    fmt::format(" transform=\"rotate(-90 18 {})\"", (kTop + kBottom) / 2));
}

}  // namespace

std::string svg(const LineChart& chart) {
  const auto shown = [&](const std::pair<double, double>& p) {
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
  const Axis x = axis(chart.logarithmic_x && any, x_low, x_high, kLeft, kRight);
  const Axis y = axis(chart.logarithmic_y && any, y_low, y_high, kBottom, kTop);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n"
      "<title>{2}</title>\n<style>.grid{{stroke:#ddd;fill:none}}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      kWidth, kHeight, escaped(chart.title));
  out += frame(chart, x, y);
  for (std::size_t k = 0; k < chart.lines.size(); ++k) {
    const Line& line = chart.lines[k];
    const char* colour = kColours[k % kColours.size()];
    const char* dashes = kDashes[k / kColours.size() % kDashes.size()];
    std::string points, marks;
    for (const auto& p : line.points) {
      if (!shown(p)) continue;
      const double px = x.pixel(p.first), py = y.pixel(p.second);
      points += fmt::format("{:.1f},{:.1f} ", px, py);
      marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>\n", px, py,
                           colour);
    }
    out += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n", points,
        colour, dashes);
    out += marks;
    const double row = kTop + 14 + 20 * static_cast<double>(k);
    out += fmt::format("<path d=\"M{} {:.1f}h22\" stroke=\"{}\" stroke-width=\"3\"{}/>\n",
                       kRight + 16, row - 4, colour, dashes);
    out += text(kRight + 44, row, "start", line.name);
  }
  return out + "</svg>\n";
}

}  // namespace jacquard::report
