// SPDX-License-Identifier: Apache-2.0
// A result as one chart of a paper: its data, and the code that draws it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/report/metric.hpp"

namespace jacquard::view {

enum class Chart { bars, stacked, lines, scatter, waterfall };

struct Figure {
  struct Point {
    std::string series;
    report::Row x;  // a number, or a name
    double y = 0;
  };

  Chart chart = Chart::bars;
  std::array<std::string, 3> head;  // what series, x and y are, with their units
  std::vector<Point> points;        // series in the order of their first
  bool log_x = false;
  bool log_y = false;
  std::vector<std::pair<std::string, std::string>> fixed;  // colour of a series with a meaning
};

// A figure that a verb's results are asked for, as cli::Headline has it.
struct Sought {
  std::string row_kind, key, words;
  report::Unit unit = report::Unit::any;
  std::vector<std::string> lines;
};

// The chart that suits the verb and what it answered: parts of times, latencies against the rate,
// figures against what was swept; else the first of `sought` that rows have. Nothing where there
// is nothing to draw. Throws ConfigError naming `source` where there is too much.
std::optional<Figure> figure_of(const config::Json& result, const std::string& source,
                                const std::vector<Sought>& sought);

struct FigureForm {
  std::string format = "pdf";   // or svg, png
  std::string size = "column";  // or page
};

std::string figure_csv(const Figure& figure);

// Python that reads the CSV beside it: the chart's part of figure_code.py.
std::string figure_code(const Figure& figure, const FigureForm& form);

const char* figure_template();  // sim/view/figure_code.py, compiled into the program

}  // namespace jacquard::view
