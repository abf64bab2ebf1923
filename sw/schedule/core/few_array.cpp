// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/few_array.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "jacquard/base/at.hpp"

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

constexpr std::uint64_t bit(int line) { return std::uint64_t{1} << line; }
constexpr bool has(std::uint64_t lines, int line) { return (lines >> line & 1) != 0; }

}  // namespace

FewArray::FewArray(const CoreShape& shape)
    : n_(shape.ports),
      bits_(shape.bits),
      count_(static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_)),
      row_nonzeros_(static_cast<std::size_t>(n_)),
      column_nonzeros_(row_nonzeros_),
      row_sum_(row_nonzeros_),
      column_sum_(row_nonzeros_),
      pending_(row_nonzeros_.size()),
      written_(pending_),
      claimed_(pending_),
      columns_(row_nonzeros_.size(), kUnmatched) {
  served_.columns = columns_;
  served_.quanta = row_nonzeros_;
}

void FewArray::set_row(int row, base::Span<const std::int64_t> entries) {
  std::copy(entries.begin(), entries.end(), &count(row, 0));
}

void FewArray::begin() {
  flush();
  std::fill(row_nonzeros_.begin(), row_nonzeros_.end(), 0);
  column_nonzeros_ = row_sum_ = column_sum_ = row_nonzeros_;
  level_ = 0;
  for (int row = 0; row < n_; ++row) {
    for (int column = 0; column < n_; ++column) {
      const std::int64_t quanta = count(row, column);
      level_ |= quanta;
      base::at(row_sum_, row) += quanta;
      base::at(column_sum_, column) += quanta;
      base::at(row_nonzeros_, row) += quanta > 0 ? 1 : 0;
      base::at(column_nonzeros_, column) += quanta > 0 ? 1 : 0;
    }
  }
  left_ = std::max(*std::max_element(row_nonzeros_.begin(), row_nonzeros_.end()),
                   *std::max_element(column_nonzeros_.begin(), column_nonzeros_.end()));
  bound_ = *std::max_element(row_sum_.begin(), row_sum_.end());
  running_ = booting_ = true;
}

void FewArray::flush() {
  running_ = booting_ = valid_ = served_.waits = false;
  serving_ = kNone;
  gap_ = search_ = 0;
  for (Lane& lane : lanes_) lane.on = false;
  std::fill(written_.begin(), written_.end(), Lines{0});
}

int FewArray::in_flight() const {
  return static_cast<int>(std::count_if(lanes_.begin(), lanes_.end(),
                                        [](const Lane& lane) { return lane.on; })) +
         (served_.waits ? 1 : 0);
}

bool FewArray::all_served() const {
  return std::all_of(row_nonzeros_.begin(), row_nonzeros_.end(), [](auto k) { return k == 0; });
}

FewArray::Sides FewArray::lines_of_at_least(std::int64_t nonzeros) const {
  Sides lines;
  for (int line = 0; line < n_; ++line) {
    if (base::at(row_nonzeros_, line) >= nonzeros) lines.rows |= bit(line);
    if (base::at(column_nonzeros_, line) >= nonzeros) lines.columns |= bit(line);
  }
  return lines;
}

bool FewArray::kicks_now(const Lane& lane) const {
  return dense_ ? lane.step == kDenseSteps : lane.step == kSparseSteps || lane.step == kEarlyStep;
}

std::int64_t FewArray::least_of(const Lane& lane) const {
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

std::int64_t FewArray::most_of(const Lane& lane) const {
  if (dense_ || lane.step > 1) return kNoLimit;
  return lane.step == 0 ? cut_ : cut_ + (cut_ >> 2);
}

void FewArray::see_pending() {
  for (int row = 0; row < n_; ++row) {
    Lines taken = 0;
    for (const Lane& lane : lanes_) {
      const int column = lane.on ? base::at(lane.column_of, row) : kUnmatched;
      if (column != kUnmatched) taken |= bit(column);
    }
    base::at(pending_, row) = ~taken & all();
  }
}

std::vector<FewArray::Lines> FewArray::requests_of(const Lane& lane) const {
  const std::int64_t least = least_of(lane);
  const std::int64_t most = most_of(lane);
  std::vector<Lines> requests(pending_.size());
  for (int row = 0; row < n_; ++row) {
    const std::int64_t* quanta = &count_[base::cell(row, 0, n_)];
    Lines in_band = 0;
    for (int column = 0; column < n_; ++column) {
      in_band |= Lines{quanta[column] >= least && quanta[column] <= most} << column;
    }
    base::at(requests, row) = in_band & base::at(pending_, row) & ~base::at(written_, row);
  }
  return requests;
}

void FewArray::note_near(Lane& lane, const std::vector<Lines>& requests) const {
  lane.near = {};
  for (int row = 0; row < n_; ++row) {
    if ((base::at(requests, row) & lane.free.columns) != 0) lane.near.rows |= bit(row);
    if (has(lane.free.rows, row)) lane.near.columns |= base::at(requests, row);
  }
}

// A line that is needed and free takes a line of the first kind that has any for one of them: free;
// matched to one that could have a free line; matched to one that is not needed; not yet visited.
bool FewArray::choose_kick(Lane& lane, const Sides& needed, Pass& pass) const {
  const Lines rows = needed.rows & lane.free.rows;
  const Lines columns = needed.columns & lane.free.columns;
  if ((rows | columns) == 0) return false;
  const bool by_columns = lane.columns_turn ? columns != 0 : rows == 0;
  Lines asked = 0;  // lines of the other side that have a request of one that is needed
  for (int row = 0; row < n_; ++row) {
    const Lines requests = base::at(pass.requests, row);
    if (!by_columns && has(rows, row)) asked |= requests;
    if (by_columns && (requests & columns) != 0) asked |= bit(row);
  }
  const Matching& partner_of = by_columns ? lane.column_of : lane.row_of;
  const Lines near = by_columns ? lane.near.columns : lane.near.rows;
  const Lines needed_partners = by_columns ? needed.columns : needed.rows;
  std::array<Lines, 4> kinds{by_columns ? lane.free.rows : lane.free.columns, 0, 0,
                             ~(by_columns ? lane.visited.rows : lane.visited.columns) & all()};
  for (int line = 0; line < n_; ++line) {
    const int partner = base::at(partner_of, line);
    if (partner == kUnmatched) continue;
    if (has(near, partner)) kinds[1] |= bit(line);
    if (!has(needed_partners, partner)) kinds[2] |= bit(line);
  }
  Lines may = kinds[0];
  for (std::size_t kind = 1; kind < kinds.size() && (asked & may) == 0; ++kind) may |= kinds[kind];
  pass.may = by_columns ? Sides{may, columns} : Sides{rows, may};
  lane.columns_turn = !by_columns;
  ++lane.kicks;
  return true;
}

// Each column grants a row, each row accepts a column: the first, by diagonals from the lane's
// own on. A cell that a lane before has just got is lost.
Matching FewArray::granted(const Pass& pass, int index) {
  const int first = index * n_ / kLanes;
  const auto column_at = [&](int row, int k) { return (row + k + first) % n_; };
  std::vector<Lines> grants(pass.requests.size());
  Lines granted = 0;
  for (int k = 0; k < n_; ++k) {
    Lines now = 0;
    for (int row = 0; row < n_; ++row) {
      const int column = column_at(row, k);
      if (!has(pass.may.rows, row) || !has(pass.may.columns & ~granted, column)) continue;
      if (!has(base::at(pass.requests, row), column)) continue;
      base::at(grants, row) |= bit(column);
      now |= bit(column);
    }
    granted |= now;
  }
  Matching chosen(grants.size(), kUnmatched);
  for (int row = 0; row < n_; ++row) {
    for (int k = 0; k < n_ && base::at(grants, row) != 0; ++k) {
      const int column = column_at(row, k);
      if (!has(base::at(grants, row), column)) continue;
      if (!has(base::at(claimed_, row), column)) base::at(chosen, row) = column;
      break;
    }
    const int column = base::at(chosen, row);
    if (column != kUnmatched) base::at(claimed_, row) |= bit(column);
  }
  return chosen;
}

// Matches what was chosen; what the same lines had before is given back. Returns the lines.
FewArray::Sides FewArray::take(Lane& lane, const Matching& chosen) const {
  Sides taken;
  for (int row = 0; row < n_; ++row) {
    const int column = base::at(chosen, row);
    if (column == kUnmatched) continue;
    taken.rows |= bit(row);
    taken.columns |= bit(column);
  }
  for (int row = 0; row < n_; ++row) {
    const int column = base::at(lane.column_of, row);
    if (column == kUnmatched || !(has(taken.rows, row) || has(taken.columns, column))) continue;
    base::at(lane.column_of, row) = kUnmatched;
    base::at(lane.row_of, column) = kUnmatched;
    lane.free.rows |= bit(row);
    lane.free.columns |= bit(column);
  }
  for (int row = 0; row < n_; ++row) {
    const int column = base::at(chosen, row);
    if (column == kUnmatched) continue;
    base::at(lane.column_of, row) = column;
    base::at(lane.row_of, column) = row;
  }
  lane.free.rows &= ~taken.rows;
  lane.free.columns &= ~taken.columns;
  return taken;
}

void FewArray::run(int index) {
  Lane& lane = base::at(lanes_, index);
  Pass pass{requests_of(lane), lane.free};
  const Sides free = lane.free;
  const bool early = !dense_ && lane.step == kEarlyStep;
  const int most_kicks = dense_ ? kDenseKicks : early ? kEarlyKicks : kSparseKicks;
  const bool kicks = kicks_now(lane) && lane.kicks < most_kicks &&
                     choose_kick(lane, early ? long_ : critical_, pass);
  const Sides taken = take(lane, granted(pass, index));
  Lane seen;
  seen.free = free;
  note_near(seen, pass.requests);
  lane.near = seen.near;
  if (kicks) {
    // The turn is the other side's by now.
    (lane.columns_turn ? lane.visited.columns : lane.visited.rows) |=
        lane.columns_turn ? taken.columns : taken.rows;
    if (taken.rows == 0) lane.visited = {};
    return;
  }
  lane.made = kicks_now(lane) && !early;
  if (early) {
    lane.kicks = 0;
    lane.visited = {};
  }
  ++lane.step;
}

void FewArray::start(Lane& lane) {
  lane = {};
  lane.on = true;
  lane.level = level_;
  lane.column_of.assign(columns_.size(), kUnmatched);
  lane.row_of = lane.column_of;
  lane.free = {all(), all()};
  gap_ = kGap;
  if (dense_) return;
  cut_ = 0;
  long_ = critical_;
  for (int row = 0; row < n_; ++row) {
    for (int column = 0; column < n_; ++column) {
      if (has(critical_.rows, row) || has(critical_.columns, column)) {
        cut_ = std::max(cut_, count(row, column));
      }
    }
  }
  if (cut_ == 0) cut_ = level_ | 1;
  const std::int64_t rest = std::max<std::int64_t>(0, bound_ - cut_);
  for (int line = 0; line < n_; ++line) {
    if (base::at(row_sum_, line) > rest) long_.rows |= bit(line);
    if (base::at(column_sum_, line) > rest) long_.columns |= bit(line);
  }
}

// Takes a setting from the counters, and frees its lane.
void FewArray::serve(Lane& lane) {
  served_.waits = true;
  served_.columns = lane.column_of;
  served_.emptied = {};
  served_.any = false;
  for (int row = 0; row < n_; ++row) {
    const int column = base::at(lane.column_of, row);
    base::at(served_.quanta, row) = 0;
    if (column == kUnmatched) continue;
    std::int64_t& left = count(row, column);
    const std::int64_t quanta = dense_ ? left : std::min(left, cut_);
    left -= quanta;
    base::at(served_.quanta, row) = quanta;
    served_.any = true;
    base::at(written_, row) |= bit(column);
    if (left == 0) {
      served_.emptied.rows |= bit(row);
      served_.emptied.columns |= bit(column);
    }
  }
  lane.on = false;
}

// Counts and shows what was served.
void FewArray::count_served() {
  valid_ = served_.any;
  hold_ = *std::max_element(served_.quanta.begin(), served_.quanta.end());
  columns_ = served_.columns;
  for (int row = 0; row < n_; ++row) {
    const int column = base::at(columns_, row);
    if (column == kUnmatched) continue;
    base::at(row_sum_, row) -= base::at(served_.quanta, row);
    base::at(column_sum_, column) -= base::at(served_.quanta, row);
    base::at(row_nonzeros_, row) -= has(served_.emptied.rows, row) ? 1 : 0;
    base::at(column_nonzeros_, column) -= has(served_.emptied.columns, column) ? 1 : 0;
  }
  if (served_.any && left_ > 0) --left_;
}

void FewArray::clock() {
  if (!running_) return;
  const bool last = !booting_ && in_flight() == 0 && !valid_ && all_served();
  const Sides over = lines_of_at_least(left_ + 1);
  const bool short_of_settings = (over.rows | over.columns) != 0;
  const bool idle_lanes = in_flight() == 0;
  const int serving = serving_;
  Lane* starts = nullptr;
  if (!booting_ && dense_ && gap_ == 0 && left_ > in_flight()) {
    const auto idle =
        std::find_if(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return !lane.on; });
    if (idle != lanes_.end()) starts = &*idle;
  }
  if (search_ == 1 && !short_of_settings && left_ > 0) starts = lanes_.data();
  if (last) starts = nullptr;

  see_pending();
  std::fill(claimed_.begin(), claimed_.end(), Lines{0});
  for (int k = 0; k < kLanes; ++k) {
    if (base::at(lanes_, k).on && !base::at(lanes_, k).made) run(k);
  }
  std::fill(written_.begin(), written_.end(), Lines{0});
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
    if (!dense_ && idle_lanes) search_ = search_clocks;
  }
  served_.waits = false;
  if (serving != kNone) serve(base::at(lanes_, serving));
  critical_ = lines_of_at_least(std::max<std::int64_t>(left_, 1));
  if (booting_) {
    booting_ = false;
    dense_ = is_dense(left_, n_);
    if (!dense_) search_ = search_clocks;
  }
  if (last) running_ = false;
}

}  // namespace jacquard::schedule
