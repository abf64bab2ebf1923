// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/residue.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {

Residue::Residue(const demand::QuantaMatrix& demand)
    : left_(demand.row_major().begin(), demand.row_major().end()),
      rows_(static_cast<std::size_t>(demand.ports())),
      columns_(rows_.size()),
      useful_(rows_.size()) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      const std::int64_t count = left_[i * rows_.size() + j];
      if (count == 0) continue;
      rows_[i].sum += count;
      columns_[j].sum += count;
      ++rows_[i].nonzeros;
      ++columns_[j].nonzeros;
      ++pairs_;
    }
  }
}

std::int64_t Residue::largest_entry() const {
  return *std::max_element(left_.begin(), left_.end());
}

std::int64_t Residue::largest_line_sum() const {
  std::int64_t largest = 0;
  for (const Line& line : rows_) largest = std::max(largest, line.sum);
  for (const Line& line : columns_) largest = std::max(largest, line.sum);
  return largest;
}

int Residue::largest_nonzeros() const {
  int largest = 0;
  for (const Line& line : rows_) largest = std::max(largest, line.nonzeros);
  for (const Line& line : columns_) largest = std::max(largest, line.nonzeros);
  return largest;
}

double Residue::bound_in_slots(double delta) const {
  double bound = 0;
  const auto raise = [&](const Line& line) {
    bound = std::max(bound, static_cast<double>(line.sum) + delta * line.nonzeros);
  };
  for (const Line& line : rows_) raise(line);
  for (const Line& line : columns_) raise(line);
  return bound;
}

std::int64_t Residue::serve(int row, int column, std::int64_t hold) {
  std::int64_t& left = left_[index(row, column)];
  const std::int64_t served = std::min(left, hold);
  if (served == 0) return 0;
  Line& r = base::at(rows_, row);
  Line& c = base::at(columns_, column);
  left -= served;
  r.sum -= served;
  c.sum -= served;
  if (left == 0) {
    --r.nonzeros;
    --c.nonzeros;
    --pairs_;
  }
  return served;
}

std::int64_t Residue::serve(const Matching& setting, std::int64_t hold, Schedule& schedule) {
  std::int64_t longest = 0;
  for (int row = 0; row < ports(); ++row) {
    const int column = base::at(setting, row);
    const std::int64_t served = column == kUnmatched ? 0 : serve(row, column, hold);
    base::at(useful_, row) = served == 0 ? kUnmatched : column;
    longest = std::max(longest, served);
  }
  if (longest > 0) schedule.append(useful_, longest);
  return longest;
}

}  // namespace jacquard::schedule
