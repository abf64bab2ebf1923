// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/bitset_matching.hpp"

#include <algorithm>

namespace jacquard::bench {
namespace {

using base::Word;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

BitsetMatching::BitsetMatching(int ports)
    : ports_(ports),
      columns_of_(ports, ports),
      free_columns_(at(columns_of_.words())),
      unseen_(at(columns_of_.words())),
      row_of_(at(ports)),
      reached_from_(at(ports)),
      queue_(at(ports)),
      column_of_(at(ports)) {}

const schedule::Matching& BitsetMatching::solve() {
  for (int k = 0; k < columns_of_.words(); ++k) {
    free_columns_[at(k)] = base::low_mask(std::min(ports_ - k * base::kWordBits, base::kWordBits));
  }
  std::fill(column_of_.begin(), column_of_.end(), schedule::kUnmatched);
  for (int row = 0; row < ports_; ++row) take_free_column(row);
  for (int row = 0; row < ports_; ++row) {
    if (column_of_[at(row)] != schedule::kUnmatched) continue;
    std::fill(unseen_.begin(), unseen_.end(), ~Word{0});
    augment(row);
  }
  return column_of_;
}

void BitsetMatching::build(base::Span<const std::int64_t> counts) {
  const std::int64_t* count = counts.data();
  for (int row = 0; row < ports_; ++row) {
    Word* words = columns_of_.row(row);
    for (int first = 0; first < ports_; first += base::kWordBits) {
      const int bits = std::min(ports_ - first, base::kWordBits);
      Word word = 0;
      for (int b = 0; b < bits; ++b) word |= static_cast<Word>(*count++ != 0) << b;
      *words++ = word;
    }
  }
}

bool BitsetMatching::take_free_column(int row) {
  const Word* columns = columns_of_.row(row);
  for (int k = 0; k < columns_of_.words(); ++k) {
    const Word open = columns[k] & free_columns_[at(k)];
    if (open == 0) continue;
    const int column = k * base::kWordBits + base::lowest_bit(open);
    free_columns_[at(k)] &= ~(open & (0 - open));
    row_of_[at(column)] = row;
    column_of_[at(row)] = column;
    return true;
  }
  return false;
}

void BitsetMatching::augment(int root) {
  std::size_t tail = 0;
  queue_[tail++] = root;
  for (std::size_t head = 0; head < tail; ++head) {
    const int from = queue_[head];
    const Word* columns = columns_of_.row(from);
    for (int k = 0; k < columns_of_.words(); ++k) {
      Word open = columns[k] & unseen_[at(k)];
      unseen_[at(k)] &= ~open;
      for (; open != 0; open &= open - 1) {
        const int column = k * base::kWordBits + base::lowest_bit(open);
        const int owner = row_of_[at(column)];
        reached_from_[at(column)] = from;
        if (take_free_column(owner)) return walk_back(from, column, root);
        queue_[tail++] = owner;
      }
    }
  }
}

// Gives `column`, whose row has found another, to `row`, whose own goes to the row before it.
void BitsetMatching::walk_back(int row, int column, int root) {
  for (;;) {
    const int left = column_of_[at(row)];
    row_of_[at(column)] = row;
    column_of_[at(row)] = column;
    if (row == root) return;
    column = left;
    row = reached_from_[at(column)];
  }
}

}  // namespace jacquard::bench
