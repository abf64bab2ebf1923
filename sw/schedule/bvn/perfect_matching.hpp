// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jacquard/schedule/bvn/bit_graph.hpp"

namespace jacquard::schedule::bvn {

// A matching that follows a shrinking graph: when pairs expire, only their rows search anew, by
// breadth first, so that the fewest other pairs move. W words per row, 0: known at run time.
template <int W>
class PerfectMatching {
 public:
  explicit PerfectMatching(int ports)
      : graph(ports),
        words_(base::words_for(ports)),
        column_of_(static_cast<std::size_t>(ports)),
        row_of_(static_cast<std::size_t>(ports)),
        reached_from_(static_cast<std::size_t>(ports)),
        queue_(static_cast<std::size_t>(ports)),
        free_columns_(static_cast<std::size_t>(words_)),
        last_stop_(static_cast<std::size_t>(words_)),
        seen_(static_cast<std::size_t>(words_)) {
    reset(ports);
  }

  // Every port free, no pair in the graph.
  void reset(int ports) {
    graph = BitGraph(ports);
    for (int p = 0; p < ports; ++p) {
      column_of_[static_cast<std::size_t>(p)] = kFree;
      set_bit(free_columns_.data(), p);
    }
  }

  int column_of(int row) const { return column_of_[static_cast<std::size_t>(row)]; }
  bool column_is_free(int column) const { return has_bit(free_columns_.data(), column); }

  // Matches a free row to a free column, without asking the graph.
  void match(int row, int column) {
    pair(row, column);
    clear_bit(free_columns_.data(), column);
  }

  // The pair of `row` has nothing left: both ports are free and the graph forgets it.
  void expire(int row) {
    const int column = column_of(row);
    graph.remove(row, column);
    set_bit(free_columns_.data(), column);
    column_of_[static_cast<std::size_t>(row)] = kFree;
  }

  // Matches a free row along a shortest alternating path. Calls moves(row, old, fresh) for every
  // row of it, `old` being -1 for the free one, before the row moves. False, nothing changed, if
  // the graph has no such path: the matching is then as large as one that leaves this row out.
  template <class Moves>
  bool augment(int row, Moves&& moves) {
    gather_last_stops();
    if (has_bit(last_stop_.data(), row)) {
      take_free_column(row, moves);
      return true;
    }
    for (int k = 0; k < words_; ++k) seen_[static_cast<std::size_t>(k)] = 0;
    std::size_t tail = 0;
    queue_[tail++] = static_cast<std::int16_t>(row);
    for (std::size_t head = 0; head < tail; ++head) {
      const int from = queue_[head];
      const base::Word* columns = graph.columns_of.row(from);
      for (int k = 0; k < words_; ++k) {
        base::Word fresh = columns[k] & ~seen_[static_cast<std::size_t>(k)];
        seen_[static_cast<std::size_t>(k)] |= fresh;
        for (; fresh != 0; fresh &= fresh - 1) {
          // Never a free column: then `from` would have been a last stop.
          const int column = k * base::kWordBits + base::lowest_bit(fresh);
          const int next = row_of_[static_cast<std::size_t>(column)];
          reached_from_[static_cast<std::size_t>(column)] = static_cast<std::int16_t>(from);
          if (has_bit(last_stop_.data(), next)) {
            walk_back(next, row, moves);
            return true;
          }
          queue_[tail++] = static_cast<std::int16_t>(next);
        }
      }
    }
    return false;
  }

  BitGraph graph;

 private:
  static constexpr std::int16_t kFree = -1;

  void pair(int row, int column) {
    column_of_[static_cast<std::size_t>(row)] = static_cast<std::int16_t>(column);
    row_of_[static_cast<std::size_t>(column)] = static_cast<std::int16_t>(row);
  }

  // Rows with a pair to some free column: knowing them, the search ends one level early.
  void gather_last_stops() {
    for (int k = 0; k < words_; ++k) last_stop_[static_cast<std::size_t>(k)] = 0;
    for_each_member(free_columns_.data(), words_, [this](int column) {
      const base::Word* rows = graph.rows_of.row(column);
      for (int k = 0; k < words_; ++k) last_stop_[static_cast<std::size_t>(k)] |= rows[k];
    });
  }

  template <class Moves>
  void take_free_column(int row, Moves& moves) {
    const int column = first_common(graph.columns_of.row(row), free_columns_.data(), words_);
    moves(row, column_of(row), column);
    match(row, column);
  }

  template <class Moves>
  void walk_back(int row, int root, Moves& moves) {
    int column = column_of(row);
    take_free_column(row, moves);
    while (row != root) {
      row = reached_from_[static_cast<std::size_t>(column)];
      const int left = column_of(row);
      moves(row, left, column);
      pair(row, column);
      column = left;
    }
  }

  WordCount<W> words_;
  std::vector<std::int16_t> column_of_;     // per row
  std::vector<std::int16_t> row_of_;        // per column; stale where the column is free
  std::vector<std::int16_t> reached_from_;  // per column: the row the search came from
  std::vector<std::int16_t> queue_;
  std::vector<base::Word> free_columns_;
  std::vector<base::Word> last_stop_;
  std::vector<base::Word> seen_;
};

}  // namespace jacquard::schedule::bvn
