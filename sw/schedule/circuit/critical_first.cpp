// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/residue.hpp"

namespace jacquard::schedule {
namespace {

// A line that cannot be served while it is the longest would ask for a new setting every slot. Such
// a line waits for this share of the demand instead, which bounds the number of settings.
constexpr int kPatience = 12;  // 2^-12

// Lines by what they have left, most first. All served lines fall alike between two settings, so
// the order hardly changes and insertion sorting it is nearly linear.
class LineOrder {
 public:
  explicit LineOrder(int ports) : lines_(static_cast<std::size_t>(ports)) {
    std::iota(lines_.begin(), lines_.end(), 0);
  }
  const std::vector<int>& lines() const { return lines_; }

  template <class Sum>
  void sort(Sum&& sum) {
    for (std::size_t k = 1; k < lines_.size(); ++k) {
      const int line = lines_[k];
      std::size_t to = k;
      for (; to > 0 && sum(lines_[to - 1]) < sum(line); --to) lines_[to] = lines_[to - 1];
      lines_[to] = line;
    }
  }

 private:
  std::vector<int> lines_;
};

class CriticalFirst {
 public:
  explicit CriticalFirst(const demand::QuantaMatrix& demand)
      : residue_(demand),
        patience_(std::max<std::int64_t>(1, demand.largest_line_sum() >> kPatience)),
        rows_(demand.ports()),
        columns_(demand.ports()),
        column_of_(static_cast<std::size_t>(demand.ports())),
        row_of_(column_of_.size()) {}

  Schedule run() {
    Schedule schedule(residue_.ports());
    while (!residue_.empty()) {
      match();
      residue_.serve(column_of_, hold(), schedule);
    }
    return schedule;
  }

 private:
  std::int64_t row_sum(int r) const { return residue_.row(r).sum; }
  std::int64_t column_sum(int c) const { return residue_.column(c).sum; }

  // Lines in the order of what they have left, each with the fullest free line it can be paired
  // with.
  void match() {
    rows_.sort([this](int r) { return row_sum(r); });
    columns_.sort([this](int c) { return column_sum(c); });
    std::fill(column_of_.begin(), column_of_.end(), kUnmatched);
    std::fill(row_of_.begin(), row_of_.end(), kUnmatched);
    auto row = rows_.lines().begin();
    auto column = columns_.lines().begin();
    while (row != rows_.lines().end() || column != columns_.lines().end()) {
      const bool row_next = column == columns_.lines().end() ||
                            (row != rows_.lines().end() && row_sum(*row) >= column_sum(*column));
      row_next ? serve_row(*row++) : serve_column(*column++);
    }
  }

  void serve_row(int row) {
    if (base::at(column_of_, row) != kUnmatched || row_sum(row) == 0) return;
    for (const int column : columns_.lines()) {
      if (base::at(row_of_, column) == kUnmatched && pair(row, column)) return;
    }
  }

  void serve_column(int column) {
    if (base::at(row_of_, column) != kUnmatched || column_sum(column) == 0) return;
    for (const int row : rows_.lines()) {
      if (base::at(column_of_, row) == kUnmatched && pair(row, column)) return;
    }
  }

  bool pair(int row, int column) {
    if (residue_.at(row, column) == 0) return false;
    base::at(column_of_, row) = column;
    base::at(row_of_, column) = row;
    return true;
  }

  // Until a pair runs out, or an unserved line has as much left as the longest.
  std::int64_t hold() const {
    const std::int64_t longest =
        std::max(row_sum(rows_.lines().front()), column_sum(columns_.lines().front()));
    std::int64_t until = std::numeric_limits<std::int64_t>::max();
    for (int line = 0; line < residue_.ports(); ++line) {
      const int column = base::at(column_of_, line);
      until = std::min(
          until, column != kUnmatched ? residue_.at(line, column) : slack(longest, row_sum(line)));
      if (base::at(row_of_, line) == kUnmatched) {
        until = std::min(until, slack(longest, column_sum(line)));
      }
    }
    return until;
  }

  std::int64_t slack(std::int64_t longest, std::int64_t sum) const {
    if (sum == 0) return std::numeric_limits<std::int64_t>::max();
    return std::max(patience_, longest - sum);
  }

  Residue residue_;
  std::int64_t patience_;
  LineOrder rows_;
  LineOrder columns_;
  Matching column_of_;
  std::vector<int> row_of_;
};

}  // namespace

Schedule critical_first(const demand::QuantaMatrix& demand, const SchedulerOptions&) {
  return CriticalFirst(demand).run();
}

}  // namespace jacquard::schedule
