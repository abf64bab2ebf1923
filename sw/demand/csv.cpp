// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/csv.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::demand {
namespace {

constexpr std::size_t kShownBytes = 40;
constexpr double kMost = 1e15;  // products of four such numbers are finite

std::string shown(const std::string& text) {
  if (text.empty()) return "nothing";
  return "'" + (text.size() > kShownBytes ? text.substr(0, kShownBytes) + "..." : text) + "'";
}

// What is not UTF-8 cannot be printed as JSON.
void require_utf8(std::string_view line, const config::Place& place) {
  const bool ascii = std::all_of(line.begin(), line.end(), [](char c) { return (c & 0x80) == 0; });
  if (ascii) return;
  try {
    nlohmann::json(std::string(line)).dump();
  } catch (const nlohmann::json::type_error&) {
    place.fail("text in UTF-8", "other bytes");
  }
}

std::vector<std::string> cells_of(std::string_view line, char between, const config::Place& place) {
  require_utf8(line, place);
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      const bool doubled = quoted && i + 1 < line.size() && line[i + 1] == '"';
      if (doubled) cells.back() += line[++i];
      if (!doubled) quoted = !quoted;
    } else if (c == between && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  if (quoted) place.fail("a quote at the end of the cell", "the end of the line");
  return cells;
}

void require_columns(const std::vector<std::string>& header, const std::vector<std::string>& needed,
                     const config::Place& place) {
  for (auto name = header.begin(); name != header.end(); ++name) {
    if (std::find(header.begin(), name, *name) != name) {
      place.fail("each column once", "'" + *name + "' twice");
    }
  }
  for (const std::string& name : needed) {
    if (std::find(header.begin(), header.end(), name) != header.end()) continue;
    const std::string near = base::nearest(name, header);
    place.fail("a column '" + name + "'", "none", near.empty() ? "" : "nearest is '" + near + "'");
  }
}

}  // namespace

bool CsvRow::has(std::string_view column) const {
  return std::find(header_.begin(), header_.end(), column) != header_.end();
}

std::size_t CsvRow::index_of(std::string_view column) const {
  const auto found = std::find(header_.begin(), header_.end(), column);
  JQ_CHECK(found != header_.end(), "a column that is read is among those that are required");
  return static_cast<std::size_t>(found - header_.begin());
}

const std::string& CsvRow::text(std::string_view column) const {
  return base::at(cells_, index_of(column));
}

void CsvRow::fail(std::string_view column, const std::string& expected) const {
  config::Place{place_.source, place_.where + ", column " + std::string(column)}.fail(
      expected, has(column) ? shown(text(column)) : "no such column");
}

double CsvRow::number(std::string_view column) const {
  const auto value = base::parse_number<double>(text(column));
  if (!value || !(*value >= 0)) fail(column, "a number of at least 0");
  if (*value > kMost) fail(column, "a number of at most 1e15");
  return *value;
}

double CsvRow::positive(std::string_view column) const {
  const double value = number(column);
  if (value == 0) fail(column, "a number above 0");
  return value;
}

std::int64_t CsvRow::whole(std::string_view column) const {
  const auto value = base::parse_number<std::int64_t>(text(column));
  if (!value || *value < 1 || *value > std::int64_t{1} << 50) {
    fail(column, "a whole number in 1..2^50");
  }
  return *value;
}

int CsvRow::count(std::string_view column) const {
  const auto value = base::parse_number<int>(text(column));
  if (!value || *value < 1) fail(column, "a whole number of at least 1");
  return *value;
}

void read_csv(const std::string& path, const std::vector<std::string>& needed,
              const std::function<void(const CsvRow&)>& take) {
  read_csv(file_input(path), needed, take);
}

void read_csv(const Input& input, const std::vector<std::string>& needed,
              const std::function<void(const CsvRow&)>& take) {
  LineReader lines(input);
  std::string_view line;
  if (!lines.next(line)) config::Place{input.name, ""}.fail("a header", "an empty file");
  const bool tabs =
      line.find('\t') != std::string_view::npos && line.find(',') == std::string_view::npos;
  const char between = tabs ? '\t' : ',';
  const std::vector<std::string> header = cells_of(line, between, lines.here());
  require_columns(header, needed, lines.here());
  bool has_rows = false;
  while (lines.next(line)) {
    if (line.empty()) continue;
    has_rows = true;
    std::vector<std::string> cells = cells_of(line, between, lines.here());
    if (cells.size() != header.size()) {
      lines.here().fail(std::to_string(header.size()) + " cells, as the header has",
                        std::to_string(cells.size()));
    }
    take(CsvRow(header, std::move(cells), lines.here()));
  }
  if (!has_rows) config::Place{input.name, ""}.fail("a row behind the header", "none");
}

}  // namespace jacquard::demand
