// SPDX-License-Identifier: Apache-2.0
// Tables: comma-separated values with a header, or tab-separated where that has tabs alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/demand/line_reader.hpp"

namespace jacquard::demand {

// One line of a table. Errors name the file, the line and the column.
class CsvRow {
 public:
  CsvRow(const std::vector<std::string>& header, std::vector<std::string> cells,
         config::Place place)
      : header_(header), cells_(std::move(cells)), place_(std::move(place)) {}

  const config::Place& place() const { return place_; }
  bool has(std::string_view column) const;
  const std::vector<std::string>& header() const { return header_; }
  // The column must be one of those that read_csv() was asked for, or has() say so.
  const std::string& text(std::string_view column) const;
  // A number in 0..1e15, and one above 0. Throws ConfigError for other text.
  double number(std::string_view column) const;
  double positive(std::string_view column) const;
  // A whole number in 1..2^50, as bytes are.
  std::int64_t whole(std::string_view column) const;
  // A whole number in 1..2^31-1.
  int count(std::string_view column) const;
  // Throws ConfigError at the column: what was found is its text, or that there is no such column.
  [[noreturn]] void fail(std::string_view column, const std::string& expected) const;

 private:
  std::size_t index_of(std::string_view column) const;

  const std::vector<std::string>& header_;
  std::vector<std::string> cells_;
  config::Place place_;
};

// Gives each row of the file. Cells may stand in double quotes. Throws ConfigError if the file
// cannot be read or has no row, if a column of `needed` is missing, for a row with more or fewer
// cells than the header, and for text that is not UTF-8.
void read_csv(const std::string& path, const std::vector<std::string>& needed,
              const std::function<void(const CsvRow&)>& take);
void read_csv(const Input& input, const std::vector<std::string>& needed,
              const std::function<void(const CsvRow&)>& take);

}  // namespace jacquard::demand
