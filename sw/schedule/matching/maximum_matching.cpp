// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/maximum_matching.hpp"

#include <algorithm>

namespace jacquard::schedule {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

MaximumMatching::MaximumMatching(int ports)
    : columns_(at(ports)),
      rows_(at(ports)),
      free_columns_(at(base::words_for(ports))),
      unseen_(free_columns_.size()),
      queue_(at(ports)),
      parent_(at(ports)) {
  clear();
}

void MaximumMatching::clear() {
  size_ = 0;
  std::fill(columns_.begin(), columns_.end(), kUnmatched);
  std::fill(rows_.begin(), rows_.end(), kUnmatched);
  int left = ports();
  for (base::Word& word : free_columns_) {
    word = base::low_mask(std::min(left, base::kWordBits));
    left -= base::kWordBits;
  }
}

void MaximumMatching::unmatch(int row) {
  const int column = columns_[at(row)];
  if (column == kUnmatched) return;
  columns_[at(row)] = kUnmatched;
  rows_[at(column)] = kUnmatched;
  free_columns_[at(column / base::kWordBits)] |= base::Word{1} << (column % base::kWordBits);
  --size_;
}

int MaximumMatching::augment(const base::BitMatrix& edges) {
  // A row without an augmenting path now has none later, so one pass is enough.
  for (int row = 0; row < ports(); ++row) {
    if (columns_[at(row)] == kUnmatched) augment_from(row, edges);
  }
  return size_;
}

bool MaximumMatching::augment_from(int row, const base::BitMatrix& edges) {
  std::fill(unseen_.begin(), unseen_.end(), ~base::Word{0});
  std::size_t head = 0;
  std::size_t tail = 0;
  queue_[tail++] = row;
  while (head < tail) {
    const int from = queue_[head++];
    const base::Word* edge = edges.row(from);
    for (std::size_t w = 0; w < unseen_.size(); ++w) {
      const base::Word open = edge[w] & free_columns_[w];
      if (open == 0) continue;
      flip_path(from, static_cast<int>(w) * base::kWordBits + base::lowest_bit(open));
      return true;
    }
    for (std::size_t w = 0; w < unseen_.size(); ++w) {
      const base::Word reached = edge[w] & unseen_[w];
      unseen_[w] &= ~reached;
      base::for_each_bit(reached, static_cast<int>(w) * base::kWordBits, [&](int column) {
        const int next = rows_[at(column)];
        parent_[at(next)] = from;
        queue_[tail++] = next;
      });
    }
  }
  return false;
}

void MaximumMatching::flip_path(int last_row, int free_column) {
  free_columns_[at(free_column / base::kWordBits)] &=
      ~(base::Word{1} << (free_column % base::kWordBits));
  int row = last_row;
  int column = free_column;
  for (;;) {
    const int before = columns_[at(row)];
    columns_[at(row)] = column;
    rows_[at(column)] = row;
    if (before == kUnmatched) break;
    column = before;
    row = parent_[at(row)];
  }
  ++size_;
}

}  // namespace jacquard::schedule
