// SPDX-License-Identifier: Apache-2.0
// The few core, clock by clock: docs/cores.md, "The few core".
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/core/line_counts.hpp"
#include "jacquard/schedule/core/line_set.hpp"
#include "jacquard/schedule/core/shown.hpp"

namespace jacquard::schedule {

// A demand whose line with most nonzeros has so many.
constexpr bool few_is_dense(std::int64_t left, int ports) { return 3 * left > ports; }

// Lanes make a setting each, with one pass over all cells a clock. A setting that is made is
// served in the next clock, counted in the one after, and then shown. A pass looks at the lines that
// may still get a partner, so most take far less than all cells.
template <int kWords>
class FewArray {
 public:
  explicit FewArray(const CoreShape& shape);

  void set_row(int row, base::Span<const std::int64_t> entries);
  void begin();
  void flush();
  bool idle() const { return !running_; }
  Shown shown() const { return valid_ ? Shown{&columns_, hold_} : Shown{}; }

  // A clock edge. Not called while a permutation is shown and not taken.
  void clock();

 private:
  using Lines = LineSet<kWords>;

  struct Sides {
    Lines rows, columns;
    bool any() const { return (rows | columns).any(); }
  };
  // A setting: the partner of each line.
  struct Pairs {
    Matching column_of, row_of;
  };
  struct Lane {
    bool on = false;
    bool made = false;
    bool columns_turn = false;
    int step = 0;
    int kicks = 0;
    std::int64_t level = 0;
    Pairs pairs;
    Sides free, visited;
    Sides near;  // lines that could have had a free line a clock ago
    bool kicked = false;  // the pass of this clock was a kick
    Lines chosen_rows;    // what it chose, and for each of them the column
    Matching chosen;
  };
  // What a pass asks for, and what it may grant.
  struct Pass {
    std::int64_t least = 1, most = 0;
    Sides may;
  };
  // A setting that is served and not yet counted.
  struct Served {
    bool waits = false;
    bool any = false;
    Pairs pairs;
    std::vector<std::int64_t> quanta;
    Sides emptied;
  };

  static constexpr int kLanes = 4;
  static constexpr int kNone = -1;

  std::int64_t& count(int row, int column) { return count_[base::cell(row, column, n_)]; }
  int in_flight() const;
  Sides lines_of_at_least(std::int64_t nonzeros) const;
  void see_largest();

  bool kicks_at(int step) const;
  std::int64_t least_of(const Lane& lane) const;
  std::int64_t most_of(const Lane& lane) const;
  Lines asked_of_row(int row, const Pass& pass) const;
  Lines asked_of_column(int column, const Pass& pass) const;

  void choose(int index);
  void note_near(Lane& lane, const Pass& pass) const;
  bool choose_kick(Lane& lane, const Sides& needed, Pass& pass) const;
  void grant(Lane& lane, int index, const Pass& pass);
  void accept(Lane& lane);
  void start(Lane& lane);
  void start_sparse();
  void count_served();
  void serve(Lane& lane);

  int n_;
  int bits_;
  std::vector<std::int64_t> count_;
  LineCounts<kWords> rows_, columns_of_;  // the same counters
  std::vector<std::int64_t> row_nonzeros_, column_nonzeros_, row_sum_, column_sum_;
  std::array<Lane, kLanes> lanes_;
  bool written_ = false;  // served_ is of the last clock: no lane sees its cells
  bool running_ = false;
  bool booting_ = false;
  bool dense_ = false;
  std::int64_t most_nonzeros_ = 0;  // of a line
  std::int64_t left_ = 0;           // settings that such a line needs
  std::int64_t bound_ = 0;          // the longest row at first, less the holds since
  std::int64_t level_ = 0;          // the last hold
  std::int64_t cut_ = 0;            // sparse: what a setting serves at most
  Sides critical_;                  // lines with as many nonzeros as settings are left
  Sides long_;      // sparse: these, and lines with more left than the bound allows
  int gap_ = 0;     // dense: clocks until a lane may start
  int search_ = 0;  // sparse: clocks until the lane starts
  int serving_ = kNone;
  Served served_;

  bool valid_ = false;
  std::int64_t hold_ = 0;
  Matching columns_;
};

extern template class FewArray<1>;
extern template class FewArray<2>;
extern template class FewArray<4>;

}  // namespace jacquard::schedule
