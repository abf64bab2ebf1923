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
      hopeful_(free_columns_.size()),
      barren_(free_columns_.size()),
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

void MaximumMatching::match(int row, int column) {
  columns_[at(row)] = column;
  rows_[at(column)] = row;
  free_columns_[at(column / base::kWordBits)] &= ~(base::Word{1} << (column % base::kWordBits));
  ++size_;
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
  forget_dead_ends();
  for (int row = 0; row < ports(); ++row) {
    if (columns_[at(row)] == kUnmatched) search(row, edges);
  }
  return size_;
}

void MaximumMatching::augment(const base::BitMatrix& edges, const base::Word* rows,
                              base::Word* free_rows) {
  forget_dead_ends();
  for (std::size_t w = 0; w < free_columns_.size(); ++w) {
    base::for_each_bit(rows[w] & free_rows[w], 0, [&](int bit) {
      const int row = static_cast<int>(w) * base::kWordBits + bit;
      if (search(row, edges)) free_rows[w] &= ~(base::Word{1} << bit);
    });
  }
}

bool MaximumMatching::augment_from(int row, const base::BitMatrix& edges) {
  forget_dead_ends();
  return search(row, edges);
}

void MaximumMatching::forget_dead_ends() {
  std::fill(hopeful_.begin(), hopeful_.end(), ~base::Word{0});
  std::fill(barren_.begin(), barren_.end(), base::Word{0});
}

// Breadth first. Rows are asked for a free column when they are met, not when their turn comes: the
// first one met that has one is the first in turn, too.
bool MaximumMatching::search(int row, const base::BitMatrix& edges) {
  if (take_free_column(row, edges)) return true;
  if (!leads_on(edges.row(row))) return false;
  unseen_ = hopeful_;
  std::size_t tail = 0;
  queue_[tail++] = row;
  for (std::size_t head = 0; head < tail; ++head) {
    const int from = queue_[head];
    const base::Word* edge = edges.row(from);
    for (std::size_t w = 0; w < unseen_.size(); ++w) {
      base::Word reached = edge[w] & unseen_[w];
      unseen_[w] &= ~reached;
      for (; reached != 0; reached &= reached - 1) {
        const int next = rows_[w * base::kWordBits + at(base::lowest_bit(reached))];
        parent_[at(next)] = from;
        if (take_free_column(next, edges)) return true;
        queue_[tail++] = next;
      }
    }
  }
  hopeful_.swap(unseen_);
  return false;
}

bool MaximumMatching::leads_on(const base::Word* edge) const {
  base::Word any = 0;
  for (std::size_t w = 0; w < hopeful_.size(); ++w) any |= edge[w] & hopeful_[w];
  return any != 0;
}

// Free columns only become fewer, so a row that has none need not be asked again.
bool MaximumMatching::take_free_column(int last_row, const base::BitMatrix& edges) {
  base::Word& barren = barren_[at(last_row / base::kWordBits)];
  const base::Word bit = base::Word{1} << (last_row % base::kWordBits);
  if ((barren & bit) != 0) return false;
  const base::Word* edge = edges.row(last_row);
  for (std::size_t w = 0; w < free_columns_.size(); ++w) {
    const base::Word open = edge[w] & free_columns_[w];
    if (open == 0) continue;
    flip_path(last_row, static_cast<int>(w) * base::kWordBits + base::lowest_bit(open));
    return true;
  }
  barren |= bit;
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
