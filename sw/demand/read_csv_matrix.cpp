// SPDX-License-Identifier: Apache-2.0
// One matrix as comma-separated bytes, a row per line, no header.
#include <vector>

#include "jacquard/demand/read_formats.hpp"

namespace jacquard::demand {
namespace {

constexpr base::Bytes kByte{1};

void append_row(std::string_view line, const config::Place& place, std::vector<std::int64_t>& out) {
  std::string_view cell;
  for (int column = 1; next_cell(line, ',', cell); ++column) {
    if (column > kMaxPorts) {
      place.fail("at most " + std::to_string(kMaxPorts) + " columns", "more");
    }
    const config::Place at{place.source, place.where + ", column " + std::to_string(column)};
    out.push_back(read_entry(cell, kByte, at));
  }
}

}  // namespace

void read_csv_matrix(LineReader& lines, const std::string& first, const Take& take) {
  std::vector<std::int64_t> entries;
  append_row(first, lines.here(), entries);
  const std::size_t ports = entries.size();
  const std::string n = std::to_string(ports);
  std::string_view line;
  std::size_t rows = 1;
  while (next_significant(lines, line)) {
    if (rows == ports) {
      lines.here().fail("the end after " + n + " rows, as the first row has " + n + " columns",
                        "another row");
    }
    const std::size_t before = entries.size();
    append_row(line, lines.here(), entries);
    if (entries.size() - before != ports) {
      lines.here().fail(n + " columns, as in the first row",
                        std::to_string(entries.size() - before));
    }
    ++rows;
  }
  if (rows != ports) {
    lines.here().fail(n + " rows, as the first row has " + n + " columns", std::to_string(rows));
  }
  take(DemandMatrix(static_cast<int>(ports), std::move(entries)));
}

}  // namespace jacquard::demand
