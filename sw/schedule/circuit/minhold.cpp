// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/residue.hpp"

namespace jacquard::schedule {
namespace {

// Requests indexed by wrapped diagonal: bit i of diagonal d stands for the pair (i, (i + d) mod N).
// The pairs of a diagonal share no line, so a diagonal is granted in a few word operations.
class Diagonals {
 public:
  explicit Diagonals(const Residue& residue)
      : n_(residue.ports()),
        requests_(n_, n_),
        free_rows_(static_cast<std::size_t>(requests_.words())),
        free_columns_(static_cast<std::size_t>(words_twice())) {
    for (int i = 0; i < n_; ++i) {
      for (int d = 0; d < n_; ++d) {
        if (residue.at(i, (i + d) % n_) > 0) requests_.set(d, i);
      }
    }
  }

  void withdraw(int row, int column) { requests_.reset((column - row + n_) % n_, row); }

  // The matching of a wrapped wave front arbiter whose wave starts at diagonal `start`.
  void arbitrate(int start, Matching& columns) {
    std::fill(columns.begin(), columns.end(), kUnmatched);
    fill_ones(free_rows_, n_);
    fill_ones(free_columns_, 2 * n_);
    for (int k = 0; k < n_; ++k) grant((start + k) % n_, columns);
  }

 private:
  int words_twice() const { return base::words_for(2 * n_) + 1; }

  static void fill_ones(std::vector<base::Word>& words, int bits) {
    for (base::Word& word : words) {
      word = bits <= 0 ? 0 : base::low_mask(std::min(bits, base::kWordBits));
      bits -= base::kWordBits;
    }
  }

  void grant(int d, Matching& columns) {
    // Columns are kept twice over, so that the columns of a diagonal are N bits from bit d.
    const auto shift = static_cast<unsigned>(d % base::kWordBits);
    const auto first = static_cast<std::size_t>(d / base::kWordBits);
    const base::Word* request = requests_.row(d);
    for (std::size_t w = 0; w < free_rows_.size(); ++w) {
      const base::Word low = free_columns_[first + w] >> shift;
      const base::Word high =
          shift == 0 ? 0 : free_columns_[first + w + 1] << (base::kWordBits - shift);
      const base::Word granted = request[w] & free_rows_[w] & (low | high);
      free_rows_[w] &= ~granted;
      base::for_each_bit(granted, static_cast<int>(w) * base::kWordBits, [&](int i) {
        const int column = (i + d) % n_;
        base::at(columns, i) = column;
        take_column(column);
        take_column(column + n_);
      });
    }
  }

  void take_column(int bit) {
    base::at(free_columns_, bit / base::kWordBits) &= ~(base::Word{1} << (bit % base::kWordBits));
  }

  int n_;
  base::BitMatrix requests_;
  std::vector<base::Word> free_rows_;
  std::vector<base::Word> free_columns_;
};

}  // namespace

Schedule minhold(const demand::QuantaMatrix& demand, const SchedulerOptions&) {
  Residue residue(demand);
  Diagonals diagonals(residue);
  Schedule schedule(demand.ports());
  Matching columns(static_cast<std::size_t>(demand.ports()));
  for (int start = 0; !residue.empty(); start = (start + 1) % demand.ports()) {
    diagonals.arbitrate(start, columns);
    std::int64_t hold = std::numeric_limits<std::int64_t>::max();
    for (int row = 0; row < demand.ports(); ++row) {
      const int column = base::at(columns, row);
      if (column != kUnmatched) hold = std::min(hold, residue.at(row, column));
    }
    residue.serve(columns, hold, schedule);
    for (int row = 0; row < demand.ports(); ++row) {
      const int column = base::at(columns, row);
      if (column != kUnmatched && residue.at(row, column) == 0) diagonals.withdraw(row, column);
    }
  }
  return schedule;
}

}  // namespace jacquard::schedule
