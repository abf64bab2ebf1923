// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/metric_table.hpp"
#include "papers/findings2026/finding.hpp"

namespace jacquard::studies::findings2026 {

// A finding with what was found.
struct Found {
  Finding finding;
  Answer answer;
  std::vector<std::string> commands;  // as a shell takes them
};
const report::MetricTable<Found>& found_metrics();

// A point of a finding's picture.
struct Point {
  int finding;
  std::string line;
  std::string x_says, y_says;
  double x, y;
};
const report::MetricTable<Point>& point_metrics();
std::vector<Point> points_of(const Found& found);

}  // namespace jacquard::studies::findings2026
