// SPDX-License-Identifier: Apache-2.0
// One matrix as a table of text, a row per line, as people, numpy and pandas write it: separators,
// a header or a column of labels, and fractions where their unit is known.
#include <algorithm>
#include <cmath>
#include <vector>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/read_formats.hpp"

namespace jacquard::demand {
namespace {

using Cells = std::vector<std::string>;

// A line of the file. Its first cell may be a label, so it stays a text until that is known.
struct Row {
  config::Place place;
  std::string lead;
  std::vector<std::int64_t> rest;
};

bool is_number(const std::string& text) { return base::parse_number<double>(text).has_value(); }

char separator_of(std::string_view line) {
  for (const char mark : {';', ',', '\t'}) {
    if (line.find(mark) != std::string_view::npos) return mark;
  }
  return ' ';
}

Cells cells_of(std::string_view line, char separator, const config::Place& place) {
  Cells cells;
  std::string_view cell;
  while (next_cell(line, separator, cell)) {
    if (separator == ' ' && cell.empty()) continue;  // several blanks are one
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') {
      cell = cell.substr(1, cell.size() - 2);
    }
    if (cells.size() > static_cast<std::size_t>(kMaxPorts)) {
      place.fail("at most " + std::to_string(kMaxPorts) + " columns", "more");
    }
    cells.emplace_back(cell);
  }
  return cells;
}

std::int64_t entry(const std::string& text, std::size_t column, const config::Place& place,
                   const ReadOptions& options) {
  const config::Place at{place.source, place.where + ", column " + std::to_string(column + 1)};
  const auto value = base::parse_number<double>(text);
  if (options.demand_unit && value) {
    const double bytes = std::round(*value * static_cast<double>(options.demand_unit->count()));
    const auto most = static_cast<double>(kMaxEntry.count());
    if (bytes >= 0 && bytes <= most) return static_cast<std::int64_t>(bytes);
    at.fail(
        "a number of --demand-unit, in all at most " + std::to_string(kMaxEntry.count()) + " bytes",
        "'" + text + "'");
  }
  if (!options.demand_unit && value && std::isfinite(*value) && *value != std::floor(*value)) {
    at.fail("a whole number of bytes", "'" + text + "'",
            "of what are these fractions? --demand-unit \"1 MB\"");
  }
  return read_entry(text, base::Bytes{1}, at);
}

// 0, 1, 2, ...: what pandas calls rows and columns that have no names.
template <class Texts>
bool counts_up(const Texts& texts) {
  std::size_t next = 0;
  for (const std::string& text : texts) {
    if (base::parse_number<double>(text) != static_cast<double>(next++)) return false;
  }
  return next >= 2;
}

class Table {
 public:
  Table(LineReader& lines, const std::string& first, const ReadOptions& options)
      : options_(options), lines_(lines), separator_(separator_of(first)), first_at_(lines.here()) {
    first_ = cells_of(first, separator_, first_at_);
    width_ = first_.size();
    all_text_ = std::none_of(first_.begin(), first_.end(), is_number);
    read_rows();
  }

  DemandMatrix matrix() {
    const bool header = has_header();
    if (!header) rows_.insert(rows_.begin(), row_of(first_, first_at_));
    const std::size_t ports = width_ - (has_labels(header) ? 1 : 0);
    const std::string n = std::to_string(ports);
    if (ports > static_cast<std::size_t>(kMaxPorts)) {
      first_at_.fail("at most " + std::to_string(kMaxPorts) + " columns", n);
    }
    if (rows_.size() != ports || ports == 0) {
      lines_.here().fail(n + " rows, as the first row has " + n + " columns",
                         std::to_string(rows_.size()));
    }
    std::vector<std::int64_t> entries;
    for (const Row& row : rows_) {
      if (ports == width_) entries.push_back(entry(row.lead, 0, row.place, options_));
      entries.insert(entries.end(), row.rest.begin(), row.rest.end());
    }
    return {static_cast<int>(ports), std::move(entries)};
  }

 private:
  Row row_of(const Cells& cells, const config::Place& place) const {
    Row row{place, cells.front(), {}};
    for (std::size_t i = 1; i < cells.size(); ++i) {
      row.rest.push_back(entry(cells[i], i, place, options_));
    }
    return row;
  }

  // Where a header does not name the column of labels, the rows have one cell more.
  bool is_short_header(const Cells& second) const {
    return second.size() == first_.size() + 1 && (all_text_ || counts_up(first_));
  }

  void read_rows() {
    std::string_view line;
    while (next_significant(lines_, line)) {
      const Cells cells = cells_of(line, separator_, lines_.here());
      if (rows_.empty() && is_short_header(cells)) width_ = cells.size();
      const std::string n = std::to_string(width_);
      if (cells.size() != width_) {
        lines_.here().fail(n + " columns, as in the first row", std::to_string(cells.size()));
      }
      const bool may_be_header = !is_number(first_.front()) || counts_up(first_);
      if (rows_.size() + (may_be_header ? 0 : 1) == width_) {
        lines_.here().fail("the end after " + n + " rows, as the first row has " + n + " columns",
                           "another row");
      }
      rows_.push_back(row_of(cells, lines_.here()));
    }
  }

  bool has_header() const {
    if (width_ != first_.size()) return true;
    if (rows_.empty()) return false;
    if (all_text_) return true;
    if (!is_number(first_.front())) return rows_.size() + 1 == width_ || is_number(rows_[0].lead);
    return rows_.size() == width_ && counts_up(first_);
  }

  bool has_labels(bool header) const {
    if (width_ != first_.size()) return true;
    if (width_ == 1 || rows_.empty()) return false;
    if (header && first_.front().empty()) return true;
    const auto is_label = [](const Row& row) { return !is_number(row.lead); };
    if (rows_.size() + 1 != width_) {
      return std::all_of(rows_.begin(), rows_.end(), is_label);
    }
    std::vector<std::string> leads;
    for (const Row& row : rows_) leads.push_back(row.lead);
    // Else a table of names and numbers that lost its last row would pass as a smaller one.
    return std::all_of(rows_.begin(), rows_.end(), is_label) || counts_up(leads);
  }

  const ReadOptions& options_;
  LineReader& lines_;
  char separator_;
  config::Place first_at_;
  Cells first_;
  std::vector<Row> rows_;  // below the first
  std::size_t width_ = 0;  // cells of a row
  bool all_text_ = false;  // of the first row
};

}  // namespace

void read_csv_matrix(LineReader& lines, const std::string& first, const ReadOptions& options,
                     const Take& take) {
  take(Table(lines, first, options).matrix());
}

}  // namespace jacquard::demand
