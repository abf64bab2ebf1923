// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/few_array.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"

namespace jacquard::schedule {
namespace {

constexpr int kGap = 4;           // clocks between two starts
constexpr int kDenseKicks = 8;    // of a dense setting at most
constexpr int kEarlyKicks = 2;    // of a sparse one, among the cells near its cut
constexpr int kSparseKicks = 48;  // and among all of them
constexpr int kEarlyStep = 4;     // sparse: where the former happen
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

// Dense: bands in 64ths of the last hold. Behind them, and behind the sparse ones, come kicks.
constexpr std::array<int, 13> kBands{62, 60, 58, 54, 51, 45, 38, 32, 26, 19, 13, 6, 0};
constexpr int kDenseSteps = static_cast<int>(kBands.size());
constexpr int kSparseSteps = 8;

}  // namespace

template <int kWords>
FewArray<kWords>::FewArray(const CoreShape& shape)
    : n_(shape.ports),
      bits_(shape.bits),
      count_(base::cell(n_, 0, n_)),
      row_nonzeros_(base::index(n_)),
      column_nonzeros_(row_nonzeros_),
      row_sum_(row_nonzeros_),
      column_sum_(row_nonzeros_),
      columns_(row_nonzeros_.size(), kUnmatched) {
  served_.pairs = {columns_, columns_};
  served_.quanta = row_nonzeros_;
  for (Lane& lane : lanes_) {
    lane.pairs = served_.pairs;
    lane.chosen = columns_;
  }
}

template <int kWords>
void FewArray<kWords>::set_row(int row, base::Span<const std::int64_t> entries) {
  std::copy(entries.begin(), entries.end(), &count(row, 0));
}

template <int kWords>
void FewArray<kWords>::begin() {
  flush();
  std::fill(row_nonzeros_.begin(), row_nonzeros_.end(), 0);
  column_nonzeros_ = row_sum_ = column_sum_ = row_nonzeros_;
  level_ = 0;
  for (const std::int64_t quanta : count_) level_ |= quanta;
  const int planes = level_ == 0 ? 1 : base::highest_bit(static_cast<base::Word>(level_)) + 1;
  rows_ = columns_of_ = LineCounts<kWords>(n_, planes);
  for (int row = 0; row < n_; ++row) {
    for (int column = 0; column < n_; ++column) {
      const std::int64_t quanta = count(row, column);
      if (quanta == 0) continue;
      rows_.set(row, column, quanta);
      columns_of_.set(column, row, quanta);
      base::at(row_sum_, row) += quanta;
      base::at(column_sum_, column) += quanta;
      ++base::at(row_nonzeros_, row);
      ++base::at(column_nonzeros_, column);
    }
  }
  see_largest();
  left_ = most_nonzeros_;
  bound_ = *std::max_element(row_sum_.begin(), row_sum_.end());
  running_ = booting_ = true;
}

template <int kWords>
void FewArray<kWords>::flush() {
  running_ = booting_ = valid_ = served_.waits = written_ = false;
  serving_ = kNone;
  gap_ = search_ = 0;
  for (Lane& lane : lanes_) lane.on = false;
}

template <int kWords>
int FewArray<kWords>::in_flight() const {
  int lanes = served_.waits ? 1 : 0;
  for (const Lane& lane : lanes_) lanes += lane.on ? 1 : 0;
  return lanes;
}

template <int kWords>
typename FewArray<kWords>::Sides FewArray<kWords>::lines_of_at_least(std::int64_t nonzeros) const {
  Sides lines;
  for (int line = 0; line < n_; ++line) {
    if (base::at(row_nonzeros_, line) >= nonzeros) lines.rows.set(line);
    if (base::at(column_nonzeros_, line) >= nonzeros) lines.columns.set(line);
  }
  return lines;
}

template <int kWords>
void FewArray<kWords>::see_largest() {
  most_nonzeros_ = std::max(*std::max_element(row_nonzeros_.begin(), row_nonzeros_.end()),
                            *std::max_element(column_nonzeros_.begin(), column_nonzeros_.end()));
}

template <int kWords>
bool FewArray<kWords>::kicks_at(int step) const {
  return dense_ ? step == kDenseSteps : step == kSparseSteps || step == kEarlyStep;
}

template <int kWords>
std::int64_t FewArray<kWords>::least_of(const Lane& lane) const {
  std::int64_t least = 1;
  if (dense_) {
    if (lane.step < kDenseSteps) least = lane.level * base::at(kBands, lane.step) >> 6;
  } else if (lane.step <= 2) {
    least = cut_;
  } else if (lane.step <= kEarlyStep) {
    least = cut_ - (cut_ >> 3);
  } else if (lane.step <= 6) {
    least = cut_ >> (lane.step - 4);
  }
  return std::max<std::int64_t>(least, 1);
}

template <int kWords>
std::int64_t FewArray<kWords>::most_of(const Lane& lane) const {
  if (dense_ || lane.step > 1) return kNoLimit;
  return lane.step == 0 ? cut_ : cut_ + (cut_ >> 2);
}

// A lane asks for cells within its band that no lane has, itself included.
template <int kWords>
typename FewArray<kWords>::Lines FewArray<kWords>::asked_of_row(int row, const Pass& pass) const {
  Lines asked = rows_.at_least(row, pass.least);
  if (pass.most != kNoLimit) asked -= rows_.at_least(row, pass.most + 1);
  const auto drop = [&](const Pairs& pairs) {
    const int column = base::at(pairs.column_of, row);
    if (column != kUnmatched) asked.reset(column);
  };
  for (const Lane& lane : lanes_) {
    if (lane.on) drop(lane.pairs);
  }
  if (written_) drop(served_.pairs);
  return asked;
}

template <int kWords>
typename FewArray<kWords>::Lines FewArray<kWords>::asked_of_column(int column,
                                                                   const Pass& pass) const {
  Lines asked = columns_of_.at_least(column, pass.least);
  if (pass.most != kNoLimit) asked -= columns_of_.at_least(column, pass.most + 1);
  const auto drop = [&](const Pairs& pairs) {
    const int row = base::at(pairs.row_of, column);
    if (row != kUnmatched) asked.reset(row);
  };
  for (const Lane& lane : lanes_) {
    if (lane.on) drop(lane.pairs);
  }
  if (written_) drop(served_.pairs);
  return asked;
}

template <int kWords>
void FewArray<kWords>::note_near(Lane& lane, const Pass& pass) const {
  Sides near;
  lane.free.columns.for_each([&](int column) { near.rows |= asked_of_column(column, pass); });
  lane.free.rows.for_each([&](int row) { near.columns |= asked_of_row(row, pass); });
  lane.near = near;
}

// A line that is needed and free takes a line of the first kind that has any for one of them: free;
// matched to one that could have a free line; matched to one that is not needed; not yet visited.
template <int kWords>
bool FewArray<kWords>::choose_kick(Lane& lane, const Sides& needed, Pass& pass) const {
  const Lines rows = needed.rows & lane.free.rows;
  const Lines columns = needed.columns & lane.free.columns;
  if (!(rows | columns).any()) return false;
  const bool by_columns = lane.columns_turn ? columns.any() : !rows.any();
  Lines asked;  // lines of the other side that have a request of one that is needed
  (by_columns ? columns : rows).for_each([&](int line) {
    asked |= by_columns ? asked_of_column(line, pass) : asked_of_row(line, pass);
  });
  const Matching& partner_of = by_columns ? lane.pairs.row_of : lane.pairs.column_of;
  const auto partners = [&](const Lines& lines) {
    Lines found;
    lines.for_each([&](int line) {
      const int partner = base::at(partner_of, line);
      if (partner != kUnmatched) found.set(partner);
    });
    return found;
  };
  // The lines that need one, and their kind, are of one side; those that have it of the other.
  const Lines& side_needed = by_columns ? needed.columns : needed.rows;
  Lines may = by_columns ? lane.free.rows : lane.free.columns;
  const auto found = [&] { return (asked & may).any(); };
  if (!found()) may |= partners(by_columns ? lane.near.columns : lane.near.rows);
  if (!found()) may |= partners(Lines::all(n_) - side_needed);
  if (!found()) {
    may |= Lines::all(n_) - (by_columns ? lane.visited.rows : lane.visited.columns);
  }
  pass.may = by_columns ? Sides{may, columns} : Sides{rows, may & asked};
  lane.columns_turn = !by_columns;
  ++lane.kicks;
  return true;
}

// Each column grants a row, each row accepts a column: the first, by diagonals from the lane's
// own on. A cell that a lane before has just got is lost.
template <int kWords>
void FewArray<kWords>::grant(Lane& lane, int index, const Pass& pass) {
  const int first = index * n_ / kLanes;
  const auto wrapped = [&](int line) { return line < 0 ? line + n_ : line; };
  const auto diagonal_of = [&](int row, int column) { return wrapped(wrapped(column - row) - first); };
  lane.chosen_rows = {};
  if (!pass.may.rows.any()) return;
  pass.may.columns.for_each([&](int column) {
    const Lines asked = asked_of_column(column, pass) & pass.may.rows;
    if (!asked.any()) return;
    const int row = asked.first_down_from(wrapped(column - first));
    int& chosen = base::at(lane.chosen, row);
    if (!lane.chosen_rows.has(row) || diagonal_of(row, column) < diagonal_of(row, chosen)) {
      chosen = column;
    }
    lane.chosen_rows.set(row);
  });
  for (int k = 0; k < index; ++k) {
    const Lane& before = base::at(lanes_, k);
    if (!before.on || before.made) continue;
    (before.chosen_rows & lane.chosen_rows).for_each([&](int row) {
      if (base::at(before.chosen, row) == base::at(lane.chosen, row)) lane.chosen_rows.reset(row);
    });
  }
}

// The pass of a lane, up to what it chooses: all lanes see what they had at the start of the clock.
template <int kWords>
void FewArray<kWords>::choose(int index) {
  Lane& lane = base::at(lanes_, index);
  Pass pass{least_of(lane), most_of(lane), lane.free};
  const bool early = !dense_ && lane.step == kEarlyStep;
  const int most_kicks = dense_ ? kDenseKicks : early ? kEarlyKicks : kSparseKicks;
  lane.kicked = kicks_at(lane.step) && lane.kicks < most_kicks &&
                choose_kick(lane, early ? long_ : critical_, pass);
  grant(lane, index, pass);
  if (lane.kicked || kicks_at(lane.step + 1)) note_near(lane, pass);
}

// Matches what was chosen; what the same lines had before is given back.
template <int kWords>
void FewArray<kWords>::accept(Lane& lane) {
  Pairs& pairs = lane.pairs;
  Sides taken{lane.chosen_rows, {}};
  taken.rows.for_each([&](int row) { taken.columns.set(base::at(lane.chosen, row)); });
  const auto give_back = [&](int row, int column) {
    base::at(pairs.column_of, row) = base::at(pairs.row_of, column) = kUnmatched;
    lane.free.rows.set(row);
    lane.free.columns.set(column);
  };
  (taken.rows - lane.free.rows).for_each([&](int row) {
    give_back(row, base::at(pairs.column_of, row));
  });
  (taken.columns - lane.free.columns).for_each([&](int column) {
    give_back(base::at(pairs.row_of, column), column);
  });
  taken.rows.for_each([&](int row) {
    const int column = base::at(lane.chosen, row);
    base::at(pairs.column_of, row) = column;
    base::at(pairs.row_of, column) = row;
  });
  lane.free.rows -= taken.rows;
  lane.free.columns -= taken.columns;

  const bool early = !dense_ && lane.step == kEarlyStep;
  if (lane.kicked) {
    // The turn is the other side's by now.
    if (lane.columns_turn) {
      lane.visited.columns |= taken.columns;
    } else {
      lane.visited.rows |= taken.rows;
    }
    if (!taken.rows.any()) lane.visited = {};
    return;
  }
  lane.made = kicks_at(lane.step) && !early;
  if (early) {
    lane.kicks = 0;
    lane.visited = {};
  }
  ++lane.step;
}

template <int kWords>
void FewArray<kWords>::start(Lane& lane) {
  lane.on = true;
  lane.made = lane.columns_turn = lane.kicked = false;
  lane.step = lane.kicks = 0;
  lane.level = level_;
  std::fill(lane.pairs.column_of.begin(), lane.pairs.column_of.end(), kUnmatched);
  lane.pairs.row_of = lane.pairs.column_of;
  lane.free = {Lines::all(n_), Lines::all(n_)};
  lane.visited = {};
  gap_ = kGap;
  if (!dense_) start_sparse();
}

template <int kWords>
void FewArray<kWords>::start_sparse() {
  cut_ = 0;
  long_ = critical_;
  for (int row = 0; row < n_; ++row) {
    const Lines& columns = rows_.above_0(row);
    (critical_.rows.has(row) ? columns : columns & critical_.columns).for_each([&](int column) {
      cut_ = std::max(cut_, count(row, column));
    });
  }
  if (cut_ == 0) cut_ = level_ | 1;
  const std::int64_t rest = std::max<std::int64_t>(0, bound_ - cut_);
  for (int line = 0; line < n_; ++line) {
    if (base::at(row_sum_, line) > rest) long_.rows.set(line);
    if (base::at(column_sum_, line) > rest) long_.columns.set(line);
  }
}

// Takes a setting from the counters, and frees its lane.
template <int kWords>
void FewArray<kWords>::serve(Lane& lane) {
  std::swap(served_.pairs, lane.pairs);
  served_.waits = written_ = true;
  served_.emptied = {};
  served_.any = false;
  for (int row = 0; row < n_; ++row) {
    const int column = base::at(served_.pairs.column_of, row);
    base::at(served_.quanta, row) = 0;
    if (column == kUnmatched) continue;
    std::int64_t& left = count(row, column);
    const std::int64_t before = left;
    const std::int64_t quanta = dense_ ? left : std::min(left, cut_);
    left -= quanta;
    rows_.change(row, column, before, left);
    columns_of_.change(column, row, before, left);
    base::at(served_.quanta, row) = quanta;
    served_.any = true;
    if (left == 0) {
      served_.emptied.rows.set(row);
      served_.emptied.columns.set(column);
    }
  }
  lane.on = false;
}

// Counts and shows what was served.
template <int kWords>
void FewArray<kWords>::count_served() {
  valid_ = served_.any;
  hold_ = *std::max_element(served_.quanta.begin(), served_.quanta.end());
  columns_ = served_.pairs.column_of;
  for (int row = 0; row < n_; ++row) {
    const int column = base::at(columns_, row);
    if (column == kUnmatched) continue;
    base::at(row_sum_, row) -= base::at(served_.quanta, row);
    base::at(column_sum_, column) -= base::at(served_.quanta, row);
  }
  served_.emptied.rows.for_each([&](int row) { --base::at(row_nonzeros_, row); });
  served_.emptied.columns.for_each([&](int column) { --base::at(column_nonzeros_, column); });
  see_largest();
  if (served_.any && left_ > 0) --left_;
}

template <int kWords>
void FewArray<kWords>::clock() {
  if (!running_) return;
  const bool last = !booting_ && in_flight() == 0 && !valid_ && most_nonzeros_ == 0;
  const bool short_of_settings = most_nonzeros_ > left_;
  const bool idle_lanes = in_flight() == 0;
  const int serving = serving_;
  bool lines_change = booting_ || served_.waits;
  Lane* starts = nullptr;
  if (!booting_ && dense_ && gap_ == 0 && left_ > in_flight()) {
    const auto idle =
        std::find_if(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return !lane.on; });
    if (idle != lanes_.end()) starts = &*idle;
  }
  if (search_ == 1 && !short_of_settings && left_ > 0) starts = lanes_.data();
  if (last) starts = nullptr;

  std::array<bool, kLanes> runs{};
  for (int k = 0; k < kLanes; ++k) {
    base::at(runs, k) = base::at(lanes_, k).on && !base::at(lanes_, k).made;
    if (base::at(runs, k)) choose(k);
  }
  for (int k = 0; k < kLanes; ++k) {
    if (base::at(runs, k)) accept(base::at(lanes_, k));
  }
  written_ = false;
  serving_ = kNone;
  for (int k = kLanes - 1; k >= 0 && serving == kNone; --k) {
    if (base::at(lanes_, k).on && base::at(lanes_, k).made) serving_ = k;
  }

  if (gap_ > 0) --gap_;
  if (search_ > 0) --search_;
  if (starts != nullptr) start(*starts);
  if (valid_) {
    level_ = hold_;
    bound_ = std::max<std::int64_t>(0, bound_ - hold_);
  }
  const int search_clocks = 1 + (bits_ + 1) / 2;
  valid_ = false;
  if (served_.waits) {
    count_served();
    if (!dense_) search_ = search_clocks;
  } else if (!booting_ && short_of_settings) {
    ++left_;
    lines_change = true;
    if (!dense_ && idle_lanes) search_ = search_clocks;
  }
  served_.waits = false;
  if (serving != kNone) serve(base::at(lanes_, serving));
  if (lines_change) critical_ = lines_of_at_least(std::max<std::int64_t>(left_, 1));
  if (booting_) {
    booting_ = false;
    dense_ = few_is_dense(left_, n_);
    if (!dense_) search_ = search_clocks;
  }
  if (last) running_ = false;
}

template class FewArray<1>;
template class FewArray<2>;
template class FewArray<4>;

}  // namespace jacquard::schedule
