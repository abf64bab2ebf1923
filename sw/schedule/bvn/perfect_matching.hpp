// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "jacquard/schedule/bvn/bit_graph.hpp"

namespace jacquard::schedule::bvn {

// A matching that follows a shrinking graph: when pairs expire, only lines that need one search
// anew, for the shortest alternating path, so that the fewest others move. A line is a row or a
// column. A loose line may lose its partner to one that searches. W words per row.
template <int W>
class PerfectMatching {
 public:
  static constexpr int kFree = -1;

  explicit PerfectMatching(int ports) { reset(ports); }

  // Every port free, none loose, no pair in the graph.
  void reset(int ports) {
    graph.clear();
    for (const Side side : {kRows, kColumns}) {
      free_[side].clear();
      loose_[side].fill(0);
      for (int p = 0; p < ports; ++p) {
        partner_[side][p] = kFree;
        free_[side].add(p);
      }
    }
  }

  int column_of(int row) const { return partner_[kRows][row]; }
  bool is_free(Side side, int line) const { return partner_[side][line] == kFree; }
  FewPorts<W>& free_lines(Side side) { return free_[side]; }

  void set_loose(Side side, int line, bool loose) {
    if (loose) {
      set_bit<W>(&loose_[side][0], line);
    } else {
      clear_bit<W>(&loose_[side][0], line);
    }
  }

  // The lowest free line of the other side that this one has a pair with, kFree if there is none.
  int free_partner(Side side, int line) const {
    return free_[other(side)].first_common(graph.of[side].row(line));
  }

  // Matches two free lines, without asking the graph.
  void match(int row, int column) { take<kRows>(row, column); }

  // Matches a free row to the lowest free column it has a pair with. False if there is none.
  bool match_free(int row) {
    const int column = free_partner(kRows, row);
    if (column == kFree) return false;
    match(row, column);
    return true;
  }

  // The pair of `row` has nothing left: both ports are free and the graph forgets it.
  void expire(int row) {
    const int column = column_of(row);
    graph.remove(row, column);
    partner_[kRows][row] = partner_[kColumns][column] = kFree;
    free_[kRows].add(row);
    free_[kColumns].add(column);
  }

  // Matches a free line along a shortest alternating path, to a free line of the other side or to a
  // loose one of its own, which is then free. Calls moves(line, old, fresh), partners or kFree, for
  // every line of its side on the path, from its far end, before the line moves. False, nothing
  // changed, if the graph has no such path: then no matching that covers it leaves free loose
  // lines, and those that are free now, alone.
  template <Side S = kRows, class Moves>
  bool augment(int line, Moves&& moves) {
    if (const int partner = free_partner(S, line); partner != kFree) {
      moves(line, kFree, partner);
      take<S>(line, partner);
      return true;
    }
    gather_last_stops<S>();
    // As a rule one other line has to move, and finding it needs no record of the search.
    const int partner = neighbour_to_displace<S>(line);
    if (partner != kFree) {
      settle<S>(partner_[other(S)][partner], moves);
      moves(line, kFree, partner);
      take<S>(line, partner);
      return true;
    }
    return search<S>(line, moves);
  }

  // Whether augment(start), which has just failed, would have got further with this pair: it came
  // to the row, not to the column.
  bool extends_search(int start, int row, int column) const {
    if (has_bit<W>(&seen_[0], column)) return false;
    return row == start || (column_of(row) != kFree && has_bit<W>(&seen_[0], column_of(row)));
  }

  BitGraph<W> graph;

 private:
  template <Side S>
  void take(int line, int partner) {
    partner_[S][line] = static_cast<std::int16_t>(partner);
    partner_[other(S)][partner] = static_cast<std::int16_t>(line);
    free_[S].remove(line);
    free_[other(S)].remove(partner);
  }

  // Lines at which a search may end: knowing them, it ends one level early.
  template <Side S>
  void gather_last_stops() {
    for (int k = 0; k < W; ++k) last_stop_[k] = loose_[S][k];
    free_[other(S)].for_each([this](int line) {
      const base::Word* pairs = graph.of[other(S)].row(line);
      for (int k = 0; k < W; ++k) last_stop_[k] |= pairs[k];
    });
  }

  // Lowest partner of `line` whose own line is a last stop, kFree if there is none.
  template <Side S>
  int neighbour_to_displace(int line) const {
    const base::Word* pairs = graph.of[S].row(line);
    for (int k = 0; k < W; ++k) {
      for (base::Word rest = pairs[k]; rest != 0; rest &= rest - 1) {
        const int partner = k * base::kWordBits + base::lowest_bit(rest);
        if (has_bit<W>(&last_stop_[0], partner_[other(S)][partner])) return partner;
      }
    }
    return kFree;
  }

  template <Side S, class Moves>
  bool search(int line, Moves& moves) {
    seen_.fill(0);
    int tail = 0;
    queue_[tail++] = static_cast<std::int16_t>(line);
    for (int head = 0; head < tail; ++head) {
      const int from = queue_[head];
      const base::Word* pairs = graph.of[S].row(from);
      for (int k = 0; k < W; ++k) {
        base::Word fresh = pairs[k] & ~seen_[k];
        seen_[k] |= fresh;
        for (; fresh != 0; fresh &= fresh - 1) {
          // Never a free one: then `from` would have been a last stop.
          const int partner = k * base::kWordBits + base::lowest_bit(fresh);
          const std::int16_t next = partner_[other(S)][partner];
          reached_from_[partner] = static_cast<std::int16_t>(from);
          if (has_bit<W>(&last_stop_[0], next)) {
            walk_back<S>(next, line, moves);
            return true;
          }
          queue_[tail++] = next;
        }
      }
    }
    return false;
  }

  // A last stop goes to a free partner, or is free itself where it has none. The partner it leaves
  // is taken next.
  template <Side S, class Moves>
  void settle(int line, Moves& moves) {
    const int partner = free_partner(S, line);
    moves(line, partner_[S][line], partner);
    if (partner != kFree) {
      take<S>(line, partner);
    } else {
      partner_[S][line] = kFree;
      free_[S].add(line);
    }
  }

  template <Side S, class Moves>
  void walk_back(int line, int root, Moves& moves) {
    int partner = partner_[S][line];
    settle<S>(line, moves);
    while (line != root) {
      line = reached_from_[partner];
      const int left = partner_[S][line];
      moves(line, left, partner);
      take<S>(line, partner);
      partner = left;
    }
  }

  std::array<PerPort<std::int16_t, W>, 2> partner_;  // of a line of each side
  std::array<FewPorts<W>, 2> free_;
  std::array<PortSet<W>, 2> loose_;
  PerPort<std::int16_t, W> reached_from_;  // per partner: the line the search came from
  PerPort<std::int16_t, W> queue_;
  PortSet<W> last_stop_;
  PortSet<W> seen_;
};

}  // namespace jacquard::schedule::bvn
