// SPDX-License-Identifier: Apache-2.0
// The few core, clock by clock: docs/cores.md, "The few core".
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/core/shown.hpp"

namespace jacquard::schedule {

// Lanes make a setting each, with one pass over all cells a clock. A setting that is made is
// served in the next clock, counted in the one after, and then shown.
class FewArray {
 public:
  explicit FewArray(const CoreShape& shape);

  // A demand whose line with most nonzeros has so many.
  static bool is_dense(std::int64_t left, int ports) { return 3 * left > ports; }

  void set_row(int row, base::Span<const std::int64_t> entries);
  void begin();
  void flush();
  bool idle() const { return !running_; }
  Shown shown() const { return valid_ ? Shown{&columns_, hold_} : Shown{}; }

  // A clock edge. Not called while a permutation is shown and not taken.
  void clock();

 private:
  using Lines = std::uint64_t;  // a bit per row, or per column

  struct Sides {
    Lines rows = 0;
    Lines columns = 0;
  };
  struct Lane {
    bool on = false;
    bool made = false;
    bool columns_turn = false;
    int step = 0;
    int kicks = 0;
    std::int64_t level = 0;
    Matching column_of, row_of;
    Sides free, visited;
    Sides near;  // lines that could have had a free line a clock ago
  };
  // What a pass may grant, and its requests by row.
  struct Pass {
    std::vector<Lines> requests;
    Sides may;
  };
  // A setting that is served and not yet counted.
  struct Served {
    bool waits = false;
    bool any = false;
    Matching columns;
    std::vector<std::int64_t> quanta;
    Sides emptied;
  };

  static constexpr int kLanes = 4;
  static constexpr int kNone = -1;

  std::int64_t& count(int row, int column) { return count_[base::cell(row, column, n_)]; }
  Lines all() const { return ~Lines{0} >> (64 - n_); }
  int in_flight() const;
  bool all_served() const;
  Sides lines_of_at_least(std::int64_t nonzeros) const;

  bool kicks_now(const Lane& lane) const;
  std::int64_t least_of(const Lane& lane) const;
  std::int64_t most_of(const Lane& lane) const;
  std::vector<Lines> requests_of(const Lane& lane) const;

  void see_pending();
  void run(int index);
  void note_near(Lane& lane, const std::vector<Lines>& requests) const;
  bool choose_kick(Lane& lane, const Sides& needed, Pass& pass) const;
  Matching granted(const Pass& pass, int index);
  Sides take(Lane& lane, const Matching& chosen) const;
  void start(Lane& lane);
  void count_served();
  void serve(Lane& lane);

  int n_;
  int bits_;
  std::vector<std::int64_t> count_;
  std::vector<std::int64_t> row_nonzeros_, column_nonzeros_, row_sum_, column_sum_;
  std::array<Lane, kLanes> lanes_;
  std::vector<Lines> pending_;  // by row: cells that no lane has
  std::vector<Lines> written_;  // by row: cells served in the last clock, which no lane sees
  std::vector<Lines> claimed_;  // by row: cells granted in this clock to the lanes before
  bool running_ = false;
  bool booting_ = false;
  bool dense_ = false;
  std::int64_t left_ = 0;   // settings that the line with most nonzeros needs
  std::int64_t bound_ = 0;  // the longest row at first, less the holds since
  std::int64_t level_ = 0;  // the last hold
  std::int64_t cut_ = 0;    // sparse: what a setting serves at most
  Sides critical_;          // lines with as many nonzeros as settings are left
  Sides long_;              // sparse: these, and lines with more left than the bound allows
  int gap_ = 0;             // dense: clocks until a lane may start
  int search_ = 0;          // sparse: clocks until the lane starts
  int serving_ = kNone;
  Served served_;

  bool valid_ = false;
  std::int64_t hold_ = 0;
  Matching columns_;
};

}  // namespace jacquard::schedule
