// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/schedule/bvn/bit_graph.hpp"

namespace jacquard::schedule::bvn {

// A matching that follows a shrinking graph: when pairs expire, only their rows search anew, for
// the shortest alternating path, so that the fewest other pairs move. W words per row, 0: known at
// run time.
template <int W>
class PerfectMatching {
 public:
  explicit PerfectMatching(int ports)
      : graph(ports),
        words_(ports),
        column_of_(ports),
        row_of_(ports),
        reached_from_(ports),
        queue_(ports),
        free_columns_(words_),
        last_stop_(words_),
        seen_(words_) {
    reset(ports);
  }

  // Every port free, no pair in the graph.
  void reset(int ports) {
    graph.clear();
    for (int p = 0; p < ports; ++p) {
      column_of_[p] = kFree;
      set_bit<W>(&free_columns_[0], p);
    }
  }

  int column_of(int row) const { return column_of_[row]; }

  // Matches a free row to a free column, without asking the graph.
  void match(int row, int column) {
    pair(row, column);
    clear_bit<W>(&free_columns_[0], column);
  }

  // Matches a free row to the lowest free column it has a pair with. False if there is none.
  bool match_free(int row) {
    const int column = first_common(graph.columns_of.row(row), &free_columns_[0], words_);
    if (column < 0) return false;
    match(row, column);
    return true;
  }

  // The pair of `row` has nothing left: both ports are free and the graph forgets it.
  void expire(int row) {
    const int column = column_of(row);
    graph.remove(row, column);
    set_bit<W>(&free_columns_[0], column);
    column_of_[row] = kFree;
  }

  // Matches a free row along a shortest alternating path. Calls moves(row, old, fresh) for every
  // row of it, `old` being -1 for the free one, before the row moves. False, nothing changed, if
  // the graph has no such path: the matching is then as large as one that leaves this row out.
  template <class Moves>
  bool augment(int row, Moves&& moves) {
    gather_last_stops();
    if (has_bit<W>(&last_stop_[0], row)) {
      take_free_column(row, moves);
      return true;
    }
    // As a rule one other row has to move, and finding it needs no record of the search.
    const int column = neighbour_to_displace(row);
    if (column >= 0) {
      take_free_column(row_of_[column], moves);
      moves(row, kFree, column);
      pair(row, column);
      return true;
    }
    return search(row, moves);
  }

  // Whether augment(start), which has just failed, would have got further with this pair: it came
  // to the row, not to the column.
  bool extends_search(int start, int row, int column) const {
    if (has_bit<W>(&seen_[0], column)) return false;
    return row == start || (column_of(row) != kFree && has_bit<W>(&seen_[0], column_of(row)));
  }

  BitGraph<W> graph;

 private:
  static constexpr std::int16_t kFree = -1;

  void pair(int row, int column) {
    column_of_[row] = static_cast<std::int16_t>(column);
    row_of_[column] = static_cast<std::int16_t>(row);
  }

  // Rows with a pair to some free column: knowing them, a search ends one level early.
  void gather_last_stops() {
    for (int k = 0; k < words_; ++k) last_stop_[k] = 0;
    for_each_member(&free_columns_[0], words_, [this](int column) {
      const base::Word* rows = graph.rows_of.row(column);
      for (int k = 0; k < words_; ++k) last_stop_[k] |= rows[k];
    });
  }

  // Lowest column of `row` whose own row is a last stop, -1 if there is none.
  int neighbour_to_displace(int row) const {
    const base::Word* columns = graph.columns_of.row(row);
    for (int k = 0; k < words_; ++k) {
      for (base::Word rest = columns[k]; rest != 0; rest &= rest - 1) {
        const int column = k * base::kWordBits + base::lowest_bit(rest);
        if (has_bit<W>(&last_stop_[0], row_of_[column])) return column;
      }
    }
    return -1;
  }

  template <class Moves>
  bool search(int row, Moves& moves) {
    for (int k = 0; k < words_; ++k) seen_[k] = 0;
    int tail = 0;
    queue_[tail++] = static_cast<std::int16_t>(row);
    for (int head = 0; head < tail; ++head) {
      const int from = queue_[head];
      const base::Word* columns = graph.columns_of.row(from);
      for (int k = 0; k < words_; ++k) {
        base::Word fresh = columns[k] & ~seen_[k];
        seen_[k] |= fresh;
        for (; fresh != 0; fresh &= fresh - 1) {
          // Never a free column: then `from` would have been a last stop.
          const int column = k * base::kWordBits + base::lowest_bit(fresh);
          const std::int16_t next = row_of_[column];
          reached_from_[column] = static_cast<std::int16_t>(from);
          if (has_bit<W>(&last_stop_[0], next)) {
            walk_back(next, row, moves);
            return true;
          }
          queue_[tail++] = next;
        }
      }
    }
    return false;
  }

  template <class Moves>
  void take_free_column(int row, Moves& moves) {
    const int column = first_common(graph.columns_of.row(row), &free_columns_[0], words_);
    moves(row, column_of(row), column);
    match(row, column);
  }

  template <class Moves>
  void walk_back(int row, int root, Moves& moves) {
    int column = column_of(row);
    take_free_column(row, moves);
    while (row != root) {
      row = reached_from_[column];
      const int left = column_of(row);
      moves(row, left, column);
      pair(row, column);
      column = left;
    }
  }

  WordCount<W> words_;
  PerPort<std::int16_t, W> column_of_;
  PerPort<std::int16_t, W> row_of_;        // per column; stale where the column is free
  PerPort<std::int16_t, W> reached_from_;  // per column: the row the search came from
  PerPort<std::int16_t, W> queue_;
  PortSet<W> free_columns_;
  PortSet<W> last_stop_;
  PortSet<W> seen_;
};

}  // namespace jacquard::schedule::bvn
