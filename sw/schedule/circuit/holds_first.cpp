// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/holds_first.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/bvn/perfect_matching.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/level_matching.hpp"
#include "jacquard/schedule/circuit/pieces.hpp"
#include "jacquard/schedule/circuit/residue.hpp"

namespace jacquard::schedule {
namespace {

// A schedule of so many times the least slots is kept; beyond that, level-matching is tried as
// well, for so many times the settings.
constexpr double kNearBound = 1.1;
constexpr std::size_t kMoreSettings = 3;

// Pieces as edges of a multigraph in which every line has equally many: taking a perfect matching
// leaves such a graph, so there is always another (Konig 1916). Each matching is found among the
// pieces of fewest quanta that have one. Those stay in for the next, with some more.
template <int W>
class Settings {
 public:
  // `pieces` ascend in quanta; `order` has every row, those first that are matched first.
  Settings(std::vector<Piece> pieces, std::vector<int> order)
      : ports_(static_cast<int>(order.size())),
        order_(std::move(order)),
        pieces_(std::move(pieces)),
        top_(order_.size() * order_.size(), kNone),
        below_(pieces_.size(), kNone),
        matching_(ports_) {}

  int column_of(int row) const { return matching_.column_of(row); }

  void match() {
    for (const int row : order_) (void)matching_.match_free(row);
    for (const int row : order_) {
      while (column_of(row) == kUnmatched && !matching_.augment(row, [](int, int, int) {})) {
        let_in_for(row);
      }
    }
  }

  // Takes the longest piece that is in of the pair this row is matched with, and frees the row.
  std::int64_t take(int row) {
    const int column = column_of(row);
    int& top = top_of(row, column);
    const std::int64_t quanta = base::at(pieces_, top).quanta;
    top = base::at(below_, top);
    matching_.expire(row);
    if (top != kNone) matching_.graph.add(row, column);
    return quanta;
  }

 private:
  static constexpr int kNone = -1;

  int& top_of(int row, int column) {
    return top_[static_cast<std::size_t>(row) * order_.size() + static_cast<std::size_t>(column)];
  }

  // Lets in pieces until the search from `row`, which has failed, would get further; and those as
  // short as the last, which lengthen no setting.
  void let_in_for(int row) {
    for (bool further = false; !further;) {
      JQ_CHECK(inside_ < pieces_.size(), "lines with equally many pieces have a perfect matching");
      const std::int64_t quanta = pieces_[inside_].quanta;
      for (; inside_ < pieces_.size() && pieces_[inside_].quanta == quanta; ++inside_) {
        const Piece& piece = pieces_[inside_];
        further = further || matching_.extends_search(row, piece.row, piece.column);
        int& top = top_of(piece.row, piece.column);
        below_[inside_] = top;
        top = static_cast<int>(inside_);
        matching_.graph.add(piece.row, piece.column);
      }
    }
  }

  int ports_;
  std::vector<int> order_;
  std::vector<Piece> pieces_;
  std::size_t inside_ = 0;
  std::vector<int> top_;    // of each pair: its longest piece inside
  std::vector<int> below_;  // of each piece inside: the next shorter one of its pair
  bvn::PerfectMatching<W> matching_;
};

// Lines by what they have, most first: the fullest line has fewest short pieces, so it chooses
// first.
std::vector<int> fullest_first(const Residue& demand, bool columns) {
  std::vector<int> order(static_cast<std::size_t>(demand.ports()));
  std::iota(order.begin(), order.end(), 0);
  const auto sum = [&](int line) {
    return columns ? demand.column(line).sum : demand.row(line).sum;
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return sum(a) > sum(b); });
  return order;
}

// The matching's rows are the side with the fullest line.
template <int W>
Schedule shortest_first(std::vector<Piece> pieces, Residue residue) {
  const int n = residue.ports();
  std::vector<int> rows = fullest_first(residue, false);
  std::vector<int> columns = fullest_first(residue, true);
  const bool turned = residue.column(columns.front()).sum > residue.row(rows.front()).sum;
  if (turned) {
    for (Piece& piece : pieces) std::swap(piece.row, piece.column);
  }
  Settings<W> settings(std::move(pieces), turned ? std::move(columns) : std::move(rows));
  Schedule schedule(n);
  const auto settings_needed = static_cast<std::size_t>(residue.largest_nonzeros());
  schedule.reserve(settings_needed, settings_needed * static_cast<std::size_t>(n));
  Matching setting(static_cast<std::size_t>(n));
  while (!residue.empty()) {
    settings.match();
    std::int64_t hold = 0;
    for (int line = 0; line < n; ++line) {
      const int row = turned ? settings.column_of(line) : line;
      const int column = turned ? line : settings.column_of(line);
      base::at(setting, row) = column;
      // An earlier hold may have served more of the pair than its piece.
      hold = std::max(hold, std::min(settings.take(line), residue.at(row, column)));
    }
    if (hold > 0) residue.serve(setting, hold, schedule);
  }
  return schedule;
}

Schedule in_settings_of(const Residue& residue, std::vector<std::int64_t> holds) {
  const int n = residue.ports();
  std::vector<Piece> pieces = with_equal_counts(cut_to_holds(residue, std::move(holds)), n);
  return bvn::with_words(
      n, [&](auto words) { return shortest_first<words.value>(std::move(pieces), residue); });
}

}  // namespace

// The critical line depends on the guard. The longest line is it without one, the fullest with a
// long one; a guard as long as the mean hold may ask for a third. All are tried, so that the plan
// does not.
Schedule in_fewest_settings(const demand::QuantaMatrix& demand) {
  const Residue residue(demand);
  const auto longest = static_cast<double>(residue.largest_line_sum());
  std::vector<std::vector<std::int64_t>> plans;
  std::optional<Schedule> fewest;
  for (const double delta : {0.0, longest / residue.largest_nonzeros(), longest}) {
    std::vector<std::int64_t> holds = critical_holds(residue, delta);
    if (std::find(plans.begin(), plans.end(), holds) != plans.end()) continue;
    plans.push_back(holds);
    Schedule made = in_settings_of(residue, std::move(holds));
    if (!fewest || made.slots() < fewest->slots()) fewest = std::move(made);
  }
  return *std::move(fewest);
}

// Which schedules are made does not depend on the guard, only which of them is returned. So one
// made for another guard is never shorter.
Schedule holds_first(const demand::QuantaMatrix& demand, const SchedulerOptions&) {
  if (demand.total() == 0) return Schedule(demand.ports());
  Schedule fewest = in_fewest_settings(demand);
  const auto slots = static_cast<double>(fewest.slots());
  if (slots <= kNearBound * static_cast<double>(demand.largest_line_sum())) return fewest;
  const auto settings = static_cast<std::int64_t>(fewest.permutations());
  auto more = level_matching_within(demand, kMoreSettings * fewest.permutations(),
                                    demand.clock().makespan(fewest.slots(), settings));
  return more ? *std::move(more) : fewest;
}

}  // namespace jacquard::schedule
