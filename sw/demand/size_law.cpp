// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/size_law.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/line_reader.hpp"
#include "jacquard/demand/read_formats.hpp"

namespace jacquard::demand {
namespace {

using Point = SizeLaw::Point;

constexpr std::string_view kBlanks = " \t,";

std::vector<std::string_view> columns_of(std::string_view line) {
  std::vector<std::string_view> columns;
  for (auto at = line.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const auto end = std::min(line.find_first_of(kBlanks, at), line.size());
    columns.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlanks, end);
  }
  return columns;
}

Point read_point(std::string_view line, const config::Place& place) {
  const auto columns = columns_of(line);
  const auto number = [&](std::size_t k) {
    return k < columns.size() ? base::parse_number<double>(columns[k]) : std::nullopt;
  };
  const auto bytes = number(0), share = number(1);
  const auto most = static_cast<double>(kMaxEntry.count());
  const bool good = columns.size() == 2 && bytes && share && *bytes >= 0 && *bytes <= most &&
                    *share >= 0 && *share <= 100;
  if (!good) {
    place.fail("bytes, and the share of flows up to there (0..1, or 0..100)",
               "'" + std::string(line.substr(0, 40)) + "'");
  }
  return {*bytes, *share};
}

double mean_of(const std::vector<Point>& points) {
  double sum = points.front().bytes * points.front().share;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const double share = points[k].share - points[k - 1].share;
    sum += share * (points[k].bytes + points[k - 1].bytes) / 2;
  }
  return sum;
}

}  // namespace

SizeLaw SizeLaw::fixed(base::Bytes size) {
  return SizeLaw({{static_cast<double>(size.count()), 1}});
}

SizeLaw::SizeLaw(std::vector<Point> points) : points_(std::move(points)), mean_(mean_of(points_)) {}

base::Bytes SizeLaw::draw(base::Rng& rng) const {
  const double share = rng.uniform();
  const auto next = std::find_if(points_.begin(), points_.end(),
                                 [&](const Point& point) { return share < point.share; });
  double bytes = next->bytes;
  if (next != points_.begin()) {
    const Point& last = *(next - 1);
    bytes = last.bytes + (bytes - last.bytes) * (share - last.share) / (next->share - last.share);
  }
  return base::Bytes{std::max<std::int64_t>(1, std::llround(bytes))};
}

SizeLaw read_size_law(const std::string& path) {
  LineReader lines(file_input(path));
  std::vector<Point> points;
  std::string_view line;
  while (next_significant(lines, line)) {
    const Point point = read_point(line, lines.here());
    if (!points.empty() &&
        (point.bytes < points.back().bytes || point.share < points.back().share)) {
      lines.here().fail("sizes and shares that do not fall", "'" + std::string(line) + "'");
    }
    points.push_back(point);
  }
  const double whole = points.empty() ? 0 : points.back().share;
  if (whole != 1 && whole != 100) {
    config::Place{path, ""}.fail("a last share of 1, or of 100 per cent",
                                 points.empty() ? "no line" : std::to_string(whole));
  }
  for (Point& point : points) point.share /= whole;
  if (mean_of(points) <= 0) config::Place{path, ""}.fail("a size above 0", "none");
  return SizeLaw(std::move(points));
}

}  // namespace jacquard::demand
