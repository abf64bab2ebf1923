// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/schedule/circuit/line_slots.hpp"
#include "jacquard/schedule/circuit/pieces.hpp"

namespace jacquard::schedule {
namespace {

constexpr std::size_t kMostPieces = 4;  // of one entry
// Slots of a row, and pairs of them with a column's, looked at: for one entry, and for all of them
// per port. They bound the time.
constexpr int kStepsPerEntry = 400;
constexpr int kStepsPerPort = 256;
// Slots of a row and a column whose holds differ by more than this share of the longest are not
// paired.
constexpr std::int64_t kReach = 8;

// Slots of a row and of a column for the pieces of one entry.
struct Choice {
  std::size_t pieces = 0;
  std::array<int, kMostPieces> row_slot{};
  std::array<int, kMostPieces> column_slot{};
};

// The cheapest choice for one entry: quanta by which it exceeds its slots cost most, for a hold is
// raised by them; quanta left unused beyond what the lines can spare cost half of that.
class Search {
 public:
  Search(LineSlots& slots, const Piece& entry, int column_line, std::int64_t reach, int& steps)
      : slots_(slots),
        row_(entry.row),
        column_(column_line),
        quanta_(entry.quanta),
        reach_(reach),
        slack_(reach + std::min(slots.hold(0), std::max(slots.spare(row_), slots.spare(column_)))),
        steps_(steps),
        steps_left_(std::min(steps, kStepsPerEntry)) {}

  Choice run(std::size_t most_pieces) {
    const int before = steps_left_;
    extend(most_pieces, 0, {});
    steps_ -= before - steps_left_;
    return best_;
  }
  // Nothing raised, nothing wasted.
  bool perfect() const { return best_.pieces > 0 && cost_ < kPerQuantum / 2; }

 private:
  static constexpr std::int64_t kPerQuantum = 16;
  struct Sums {
    std::int64_t row = 0;
    std::int64_t column = 0;
    std::int64_t both = 0;  // of the shorter hold of each pair
  };

  void judge(const Sums& sums) {
    const auto over = [&](int line, std::int64_t sum) {
      return std::max<std::int64_t>(0,
                                    sum - quanta_ - std::max<std::int64_t>(0, slots_.spare(line)));
    };
    const std::int64_t cost =
        kPerQuantum * std::max<std::int64_t>(0, quanta_ - sums.both) +
        kPerQuantum / 2 * (over(row_, sums.row) + over(column_, sums.column)) +
        static_cast<std::int64_t>(now_.pieces);
    if (cost >= cost_) return;
    cost_ = cost;
    best_ = now_;
  }

  void extend(std::size_t pieces_left, int from, const Sums& sums) {
    if (now_.pieces > 0) judge(sums);
    const std::int64_t rest = quanta_ - sums.both;
    if (pieces_left == 0 || rest <= 0 || static_cast<std::int64_t>(now_.pieces) + 1 >= cost_)
      return;
    const std::int64_t most = rest + slack_;  // of the shorter hold of a pair
    int r = slots_.longest(row_, most + reach_);
    if (r != LineSlots::kNone && r < from) r = slots_.next(row_, from);
    for (; r != LineSlots::kNone; r = slots_.next_shorter(row_, r)) {
      if (--steps_left_ < 0) return;
      const std::int64_t row_hold = slots_.hold(r);
      const std::int64_t longest = row_hold > most ? most : row_hold + reach_;
      for (int c = slots_.longest(column_, longest);
           c != LineSlots::kNone && row_hold - slots_.hold(c) <= reach_;
           c = slots_.next_shorter(column_, c)) {
        if (--steps_left_ < 0) return;
        const std::int64_t column_hold = slots_.hold(c);
        slots_.lend(row_, r);
        slots_.lend(column_, c);
        now_.row_slot[now_.pieces] = r;
        now_.column_slot[now_.pieces++] = c;
        extend(pieces_left - 1, r,
               {sums.row + row_hold, sums.column + column_hold,
                sums.both + std::min(row_hold, column_hold)});
        --now_.pieces;
        slots_.give_back(row_, r);
        slots_.give_back(column_, c);
      }
    }
  }

  LineSlots& slots_;
  int row_;
  int column_;
  std::int64_t quanta_;
  std::int64_t reach_;
  std::int64_t slack_;
  int& steps_;
  int steps_left_;
  Choice now_;
  Choice best_;
  std::int64_t cost_ = std::numeric_limits<std::int64_t>::max();
};

class Cutter {
 public:
  Cutter(const Residue& demand, std::vector<std::int64_t> holds)
      : ports_(demand.ports()), slots_(demand, std::move(holds)), steps_(kStepsPerPort * ports_) {}

  // Longest entry first. Those that equal a hold come before all others, and of these the ones
  // that can be cut least: others may be sums of holds that equal one by chance. Then those that
  // are a sum of holds free in both their lines; then the rest, at the least cost.
  std::vector<Piece> cut(const std::vector<Piece>& ascending) {
    std::vector<Piece> left(ascending.rbegin(), ascending.rend());
    for (std::size_t k = 1; k <= kMostPieces; ++k) {
      keep_unless(left, [&](const Piece& p) { return most_pieces(p) <= k && fits_exactly(p); });
    }
    keep_unless(left, [&](const Piece& p) { return is_sum_of_holds(p); });
    for (const Piece& entry : left) fit(entry);
    sort_by_quanta(pieces_);
    return std::move(pieces_);
  }

 private:
  template <class Placed>
  static void keep_unless(std::vector<Piece>& entries, Placed placed) {
    entries.erase(std::remove_if(entries.begin(), entries.end(), placed), entries.end());
  }

  int column_line(const Piece& entry) const { return ports_ + entry.column; }

  std::size_t most_pieces(const Piece& entry) const {
    const int spare =
        std::min(slots_.spare_slots(entry.row), slots_.spare_slots(column_line(entry)));
    return std::min(kMostPieces, static_cast<std::size_t>(spare) + 1);
  }

  bool fits_exactly(const Piece& entry) {
    const int r = slots_.shortest(entry.row, entry.quanta);
    if (r == LineSlots::kNone || slots_.hold(r) != entry.quanta) return false;
    const int c = slots_.shortest(column_line(entry), entry.quanta);
    if (c == LineSlots::kNone || slots_.hold(c) != entry.quanta) return false;
    place(entry, r, c);
    return true;
  }

  bool is_sum_of_holds(const Piece& entry) {
    if (most_pieces(entry) == 1 || steps_ <= 0) return false;
    Search search(slots_, entry, column_line(entry), 0, steps_);
    const Choice choice = search.run(most_pieces(entry));
    if (!search.perfect()) return false;
    place(entry, choice);
    return true;
  }

  void fit(const Piece& entry) {
    const int column = column_line(entry);
    int r = slots_.shortest(entry.row, entry.quanta);
    int c = slots_.shortest(column, entry.quanta);
    const bool fits = r != LineSlots::kNone && c != LineSlots::kNone &&
                      slots_.hold(r) - entry.quanta <= slots_.spare(entry.row) &&
                      slots_.hold(c) - entry.quanta <= slots_.spare(column);
    if (!fits && most_pieces(entry) > 1 && steps_ > 0) {
      Search search(slots_, entry, column, slots_.hold(0) / kReach, steps_);
      const Choice choice = search.run(most_pieces(entry));
      if (choice.pieces > 0) return place(entry, choice);
    }
    // Cuts are counted, so a line has a free slot for each entry to come.
    if (r == LineSlots::kNone) r = slots_.next(entry.row, 0);
    if (c == LineSlots::kNone) c = slots_.next(column, 0);
    place(entry, r, c);
  }

  void place(const Piece& piece, int row_slot, int column_slot) {
    slots_.fill(piece.row, row_slot, piece.quanta);
    slots_.fill(column_line(piece), column_slot, piece.quanta);
    pieces_.push_back(piece);
  }

  // The last piece takes all that is left: it may exceed its slots.
  void place(const Piece& entry, const Choice& choice) {
    std::int64_t left = entry.quanta;
    std::size_t used = 0;
    for (; used < choice.pieces && left > 0; ++used) {
      const int r = choice.row_slot[used];
      const int c = choice.column_slot[used];
      const bool last = used + 1 == choice.pieces;
      const std::int64_t quanta = last ? left : std::min({left, slots_.hold(r), slots_.hold(c)});
      place({entry.row, entry.column, quanta}, r, c);
      left -= quanta;
    }
    slots_.cut(entry.row, static_cast<int>(used) - 1);
    slots_.cut(column_line(entry), static_cast<int>(used) - 1);
  }

  int ports_;
  LineSlots slots_;
  int steps_;
  std::vector<Piece> pieces_;
};

// Slots that any schedule of these pieces takes in as many settings as the fullest line has: the
// longest pieces of all lines, then the second longest, and so on.
std::int64_t least_slots(const std::vector<Piece>& ascending, int ports) {
  std::vector<int> in_row(static_cast<std::size_t>(ports));
  std::vector<int> in_column(in_row.size());
  std::int64_t slots = 0;
  int settings = 0;
  for (auto piece = ascending.rbegin(); piece != ascending.rend(); ++piece) {
    const int rank = std::max(++base::at(in_row, piece->row), ++base::at(in_column, piece->column));
    if (rank <= settings) continue;
    settings = rank;
    slots += piece->quanta;
  }
  return slots;
}

std::vector<Piece> uncut(const Residue& demand) {
  std::vector<Piece> entries;
  entries.reserve(static_cast<std::size_t>(demand.pairs()));
  for (int i = 0; i < demand.ports(); ++i) {
    for (int j = 0; j < demand.ports(); ++j) {
      const std::int64_t left = demand.at(i, j);
      if (left == 0) continue;
      entries.push_back({static_cast<std::int16_t>(i), static_cast<std::int16_t>(j), left});
    }
  }
  sort_by_quanta(entries);
  return entries;
}

// How many cuts the settings that any schedule needs leave room for.
std::int64_t most_cuts(const Residue& demand) {
  const std::int64_t slots = std::int64_t{demand.largest_nonzeros()} * demand.ports();
  return slots - demand.pairs();
}

}  // namespace

std::vector<std::int64_t> critical_holds(const Residue& demand, double delta) {
  const int n = demand.ports();
  const auto bound = [&](const Residue::Line& line) {
    return static_cast<double>(line.sum) + delta * line.nonzeros;
  };
  int row = 0;
  int column = 0;
  for (int k = 1; k < n; ++k) {
    if (bound(demand.row(k)) > bound(demand.row(row))) row = k;
    if (bound(demand.column(k)) > bound(demand.column(column))) column = k;
  }
  const bool is_row = bound(demand.row(row)) >= bound(demand.column(column));
  std::vector<std::int64_t> holds;
  for (int k = 0; k < n; ++k) {
    const std::int64_t left = is_row ? demand.at(row, k) : demand.at(k, column);
    if (left > 0) holds.push_back(left);
  }
  std::sort(holds.rbegin(), holds.rend());
  holds.resize(static_cast<std::size_t>(demand.largest_nonzeros()), 0);
  return holds;
}

std::vector<Piece> cut_to_holds(const Residue& demand, std::vector<std::int64_t> holds) {
  std::vector<Piece> entries = uncut(demand);
  // To shorten a setting takes a cut at least: for one in eight the search does not pay.
  if (8 * most_cuts(demand) < demand.largest_nonzeros()) return entries;
  std::vector<Piece> pieces = Cutter(demand, std::move(holds)).cut(entries);
  const bool gained = least_slots(pieces, demand.ports()) < least_slots(entries, demand.ports());
  return gained ? pieces : entries;
}

}  // namespace jacquard::schedule
