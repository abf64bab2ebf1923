// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

namespace jacquard::rtl {

// A block of statements, or one way through an `if`, as Verilator counts them.
struct LinePoint {
  std::string file;
  int line = 0;
  std::string what;  // "block 12-14", "else"
  std::string column;
  std::string module = {};

  bool operator<(const LinePoint& other) const {
    return std::tie(file, line, what, column) <
           std::tie(other.file, other.line, other.what, other.column);
  }
};
using LineCounts = std::map<LinePoint, std::int64_t>;

// Adds the counts of Verilator's coverage file, those of all instances of a module together.
// Throws ConfigError where that is none.
void add_line_counts(const std::string& coverage, LineCounts& counts);

}  // namespace jacquard::rtl
