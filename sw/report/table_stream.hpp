// SPDX-License-Identifier: Apache-2.0
// A table for people whose rows are printed as they come.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "jacquard/report/metric.hpp"

namespace jacquard::report {

class TableStream {
 public:
  // `widths`: of columns whose cells are known to become wider than in the first row.
  explicit TableStream(std::map<std::string, std::size_t> widths = {});

  // The row's line; before it a heading where its kind, or a column of it, is new, with a blank
  // line between tables. Columns are as wide as their heading and the first cell: a longer one
  // shifts the rest of its line.
  std::string line(const Row& cells);

 private:
  struct Column {
    std::string name;
    std::size_t width = 0;
    bool words = false;
  };
  std::string heading(const Row& cells);

  std::map<std::string, std::size_t> widths_;
  std::vector<Column> columns_;
  std::string kind_;
};

}  // namespace jacquard::report
