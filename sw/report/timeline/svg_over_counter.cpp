// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/timeline/svg_over_counter.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::report {
namespace {

constexpr double kLeft = 96, kWidth = 840, kLane = 28, kTop = 40, kArea = 180;
constexpr double kLeastMarked = 24;

class Drawing {
 public:
  Drawing(const Timeline& timeline, const CounterAxis& axis) : t_(timeline), axis_(axis) {
    for (const Mark& m : t_.marks) marks_.emplace(std::make_tuple(m.lane, m.begin, m.end), m.text);
  }

  std::string draw() {
    const double lanes = kLane * static_cast<double>(t_.lanes.size());
    out_ = picture_head(960, kTop + lanes + kArea + 60, t_.title);
    text(kLeft, 20, "start", t_.title);
    for (std::size_t lane = 0; lane < t_.lanes.size(); ++lane) draw_lane(static_cast<int>(lane));
    draw_counter(kTop + lanes + 10 + kArea);
    return std::move(out_) + "</svg>\n";
  }

 private:
  double x(std::int64_t at) const {
    return kLeft + kWidth * (static_cast<double>(at) /
                             static_cast<double>(std::max(t_.end, std::int64_t{1})));
  }

  template <class... Values>
  void add(const char* format, const Values&... values) {
    fmt::format_to(std::back_inserter(out_), fmt::runtime(format), values...);
  }

  void text(double at, double y, const char* anchor, const std::string& words) {
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at, y, anchor,
        escape(words));
  }

  void draw_lane(int lane) {
    const double y = kTop + kLane * lane;
    text(kLeft - 8, y + 18, "end", base::at(t_.lanes, lane).name);
    for (const Span& span : t_.spans) {
      if (span.lane != lane) continue;
      const double from = x(span.begin), width = x(span.end) - from;
      const std::string& colour = base::at(t_.kinds, span.kind).colour;
      add("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"{}\" "
          "stroke=\"#ffffff\" stroke-width=\"0.5\"/>\n",
          from, y + 3, width, kLane - 6, colour);
      const auto mark = marks_.find({lane, span.begin, span.end});
      if (width < kLeastMarked || mark == marks_.end()) continue;
      add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
          from + width / 2, y + 18, ink_on(colour), escape(mark->second));
    }
  }

  // Of the first `parts`.
  static double sum_of(const Counter& counter, std::size_t parts) {
    double sum = 0;
    for (std::size_t p = 0; p < parts; ++p) sum += base::at(counter.parts, p).second;
    return counter.shown(sum);
  }

  // A rate holds for its interval, a count until the next one.
  std::int64_t end_of(std::size_t i) const {
    const Counter& own = t_.counters[i];
    if (own.interval > 0) return std::min(own.at + own.interval, t_.end);
    return i + 1 < t_.counters.size() ? t_.counters[i + 1].at : t_.end;
  }

  void area(std::size_t parts, double bottom, double most) {
    add("<path fill=\"{}\" d=\"M{:.2f},{:.2f}", axis_.colours[parts - 1], kLeft, bottom);
    for (std::size_t i = 0; i < t_.counters.size(); ++i) {
      const double y = bottom - kArea * sum_of(t_.counters[i], parts) / most;
      add(" L{:.2f},{:.2f} L{:.2f},{:.2f}", x(t_.counters[i].at), y, x(end_of(i)), y);
    }
    add(" L{:.2f},{:.2f} Z\"/>\n", kLeft + kWidth, bottom);
  }

  void line(double y, const char* stroke) {
    add("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}/>\n", kLeft,
        kLeft + kWidth, y, y, stroke);
  }

  void draw_counter(double bottom) {
    const std::size_t parts = axis_.colours.size();
    double most = axis_.limit;
    for (const Counter& counter : t_.counters) most = std::max(most, sum_of(counter, parts));
    for (std::size_t p = parts; p > 0; --p) area(p, bottom, most);
    const double at_limit = bottom - kArea * axis_.limit / most;
    line(at_limit, "#1b1f24\" stroke-dasharray=\"4 3\"");
    line(bottom, "#59636e\"");
    text(kLeft - 8, at_limit + 4, "end", fmt::format("{:.0f} {}", axis_.limit, axis_.unit));
    text(kLeft - 8, bottom, "end", axis_.name);
    text(kLeft, bottom + 18, "start", "0");
    text(kLeft + kWidth, bottom + 18, "end",
         fmt::format("{:.3f} ms", static_cast<double>(t_.end) / 1e9));
    text(kLeft, bottom + 38, "start", axis_.words);
  }

  const Timeline& t_;
  const CounterAxis& axis_;
  std::map<std::tuple<int, std::int64_t, std::int64_t>, std::string> marks_;
  std::string out_;
};

}  // namespace

std::string svg_over_counter(const Timeline& timeline, const CounterAxis& axis) {
  return Drawing(timeline, axis).draw();
}

}  // namespace jacquard::report
