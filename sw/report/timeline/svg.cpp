// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/timeline/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/html/ticks.hpp"

namespace jacquard::report {
namespace {

constexpr double kWidth = 960;
constexpr double kLeastLeft = 86;  // of the axes, where the names of rows are short
constexpr double kRight = 944;
constexpr double kTop = 66;      // the title and the legend stand above
constexpr double kPitch = 22;    // from row to row
constexpr double kHeight = 18;   // of a row's boxes
constexpr double kBelow = 44;    // the axis
constexpr double kLeastBox = 2;  // pixels; what is shorter is drawn together ...
constexpr double kGroup = 3;     // ... in boxes of about this width
constexpr double kEm = 13;       // of the letters
constexpr int kTicks = 8;

// What stands in a lane, in the order of time.
struct Row {
  std::vector<const Span*> spans;
  std::vector<const Mark*> marks;
};

std::vector<Row> rows_of(const Timeline& timeline) {
  std::vector<Row> rows(timeline.lanes.size());
  for (const Span& span : timeline.spans) base::at(rows, span.lane).spans.push_back(&span);
  for (const Mark& mark : timeline.marks) base::at(rows, mark.lane).marks.push_back(&mark);
  for (Row& row : rows) {
    std::stable_sort(row.spans.begin(), row.spans.end(),
                     [](const Span* a, const Span* b) { return a->begin < b->begin; });
  }
  return rows;
}

class Drawing {
 public:
  explicit Drawing(const Timeline& chart)
      : chart_(chart),
        left_(left_of(chart)),
        plot_(kRight - left_),
        scale_(plot_ / std::max(1.0, static_cast<double>(chart.end))),
        bottom_(kTop + kPitch * static_cast<double>(chart.lanes.size())) {}

  std::string draw() {
    out_ = picture_head(kWidth, bottom_ + kBelow, chart_.title);
    text(left_, 20, "start", chart_.title, " font-weight=\"bold\"");
    legend();
    axis();
    const std::vector<Row> rows = rows_of(chart_);
    for (std::size_t r = 0; r < rows.size(); ++r) row(r, rows[r]);
    return out_ + "</svg>\n";
  }

 private:
  double pixel(std::int64_t time) const { return left_ + scale_ * static_cast<double>(time); }

  void text(double x, double y, const char* anchor, const std::string& what,
            const std::string& more = "") {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                        anchor, more, escape(what));
  }

  // Corners are rounded, so that neighbours share an edge and nothing shines through.
  void box(double x, double y, double width, double height, int kind) {
    const auto rounded = [](double pixels) { return std::round(10 * pixels) / 10; };
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
        rounded(x), rounded(y), rounded(x + width) - rounded(x), rounded(y + height) - rounded(y),
        base::at(chart_.kinds, kind).colour);
  }

  std::string colour_at(const Row& row, std::int64_t time) const {
    for (const Span* span : row.spans) {
      if (span->begin <= time && time < span->end) return base::at(chart_.kinds, span->kind).colour;
    }
    return "#ffffff";
  }

  bool occurs(int kind) const {
    return std::any_of(chart_.spans.begin(), chart_.spans.end(),
                       [kind](const Span& span) { return span.kind == kind; });
  }

  void legend() {
    double x = left_;
    for (std::size_t k = 0; k < chart_.kinds.size(); ++k) {
      if (!occurs(static_cast<int>(k))) continue;
      box(x, 36, 12, 12, static_cast<int>(k));
      text(x + 17, 46, "start", chart_.kinds[k].name);
      x += 33 + text_width(chart_.kinds[k].name, kEm);
    }
  }

  void axis() {
    const double end = static_cast<double>(chart_.end);
    const std::vector<double> ticks = end > 0 ? round_ticks(0, end, kTicks) : std::vector<double>{};
    const std::vector<std::string> names = time_names(ticks);
    for (std::size_t k = 0; k < ticks.size(); ++k) {
      const double x = left_ + scale_ * ticks[k];
      out_ += fmt::format(
          "<path class=\"grid\" fill=\"none\" stroke=\"#d1d9e0\" d=\"M{:.1f} {}V{}\"/>\n", x,
          kTop - 4, bottom_);
      const double half = text_width(names[k], kEm) / 2;
      text(std::min(x, kWidth - half), bottom_ + 16, "middle", names[k]);
    }
    text(left_ + plot_ / 2, bottom_ + 34, "middle", "time");
  }

  void row(std::size_t r, const Row& row) {
    const double y = kTop + kPitch * static_cast<double>(r);
    out_ += "<g class=\"row\" shape-rendering=\"crispEdges\">\n";
    text(left_ - 8, y + 13, "end", chart_.lanes[r].name);
    for (const Span* span : row.spans) draw_span(*span, y);
    flush(y);
    for (const Mark* mark : row.marks) {
      const double width = pixel(mark->end) - pixel(mark->begin);
      if (width < 4 + text_width(mark->text, kEm)) continue;
      const std::string ink = ink_on(colour_at(row, mark->begin + (mark->end - mark->begin) / 2));
      text(pixel(mark->begin) + width / 2, y + 13, "middle", mark->text, " fill=\"" + ink + "\"");
    }
    out_ += "</g>\n";
  }

  void draw_span(const Span& span, double y) {
    const double width = scale_ * static_cast<double>(span.end - span.begin);
    if (span.begin != group_end_ || width >= kLeastBox) flush(y);
    if (width >= kLeastBox) return box(pixel(span.begin), y, width, kHeight, span.kind);
    if (short_.empty()) {
      group_begin_ = span.begin;
      short_.resize(chart_.kinds.size());
    }
    base::at(short_, span.kind) += span.end - span.begin;
    group_end_ = span.end;
    if (pixel(group_end_) - pixel(group_begin_) >= kGroup) flush(y);
  }

  // Draws the short spans that wait.
  void flush(double y) {
    const auto all = static_cast<double>(group_end_ - group_begin_);
    for (std::size_t k = 0; k < short_.size(); ++k) {
      const double height = kHeight * static_cast<double>(short_[k]) / std::max(all, 1.0);
      if (height > 0) box(pixel(group_begin_), y, scale_ * all, height, static_cast<int>(k));
      y += height;
    }
    short_.clear();
  }

  static double left_of(const Timeline& chart) {
    double widest = kLeastLeft;
    for (const Lane& lane : chart.lanes) widest = std::max(widest, text_width(lane.name, kEm) + 12);
    return widest;
  }

  const Timeline& chart_;
  double left_;
  double plot_;   // width of what is inside the axes
  double scale_;  // pixels of a picosecond
  double bottom_;
  std::string out_;
  std::vector<std::int64_t> short_;  // by kind
  std::int64_t group_begin_ = 0;
  std::int64_t group_end_ = 0;
};

}  // namespace

std::string svg(const Timeline& timeline) { return Drawing(timeline).draw(); }

}  // namespace jacquard::report
