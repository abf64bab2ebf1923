// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/span.hpp"

namespace jacquard::schedule {

inline constexpr int kUnmatched = -1;

// Column of each row, kUnmatched where the row's input is idle.
using Matching = std::vector<int>;

// From now on `row` is connected to `column` (kUnmatched: to nothing).
struct Change {
  std::int16_t row;
  std::int16_t column;
};

// In a schedule of several hops: on circuit row -> column, carry `quanta` whose last stop is
// `destination`.
struct Relay {
  std::int16_t row;
  std::int16_t column;
  std::int16_t destination;
  std::int64_t quanta;
};

// Settings of one crossbar in time order, each held for one or more slots. Stored as changes from
// the setting before (the first from an empty crossbar): successive permutations of a decomposition
// differ in two or three pairs, so this is a hundredth of the full form at N = 256.
class Schedule {
 public:
  // `hops`: the most that a byte takes; of one, circuits carry their own pair's demand.
  explicit Schedule(int ports, int hops = 1)
      : ports_(ports), hops_(hops), last_(static_cast<std::size_t>(ports), kUnmatched) {}

  int ports() const { return ports_; }
  std::size_t permutations() const { return holds_.size(); }
  std::int64_t slots() const { return slots_; }  // sum of holds, saturating at the int64 maximum
  int hops() const { return hops_; }
  // What it is made of: "direct", "shifts 8x8".
  const std::string& family() const { return family_; }
  void set_family(std::string family) { family_ = std::move(family); }

  std::int64_t hold(std::size_t entry) const { return holds_[entry]; }
  base::Span<const Change> changes(std::size_t entry) const {
    return slice(changes_, change_end_, entry);
  }
  // Only schedules of several hops say what a circuit carries.
  base::Span<const Relay> relays(std::size_t entry) const {
    return slice(relays_, relay_end_, entry);
  }

  // Appends a setting. `setting` has one column per port; hold in slots, >= 1.
  void append(const Matching& setting, std::int64_t hold);
  // The same, given only what changes since the last append (rows not listed keep their column).
  // For hot loops: one push per change, no scan over the ports.
  void change(int row, int column) {
    changes_.push_back({static_cast<std::int16_t>(row), static_cast<std::int16_t>(column)});
  }
  void commit(std::int64_t hold) {
    JQ_CHECK(hold >= 1, "a setting is held for at least one slot");
    holds_.push_back(hold);
    change_end_.push_back(changes_.size());
    if (hops_ > 1) relay_end_.push_back(relays_.size());
    if (__builtin_add_overflow(slots_, hold, &slots_)) slots_ = INT64_MAX;
  }
  // Adds to the last appended setting; a schedule of one hop has two from then on.
  void relay(Relay what);

  void reserve(std::size_t permutations, std::size_t changes);

 private:
  template <class T>
  static base::Span<const T> slice(const std::vector<T>& all, const std::vector<std::size_t>& end,
                                   std::size_t entry) {
    if (entry >= end.size()) return {};
    const std::size_t first = entry == 0 ? 0 : end[entry - 1];
    return {all.data() + first, end[entry] - first};
  }

  int ports_;
  int hops_ = 1;
  std::string family_ = "direct";
  std::int64_t slots_ = 0;
  std::vector<std::int64_t> holds_;
  std::vector<std::size_t> change_end_;
  std::vector<Change> changes_;
  std::vector<std::size_t> relay_end_;
  std::vector<Relay> relays_;
  Matching last_;  // kept by append() only; a schedule is built by append() or by change()+commit()
};

// Walks a schedule, giving each setting in full:
//   for (SettingCursor s(schedule); !s.done(); s.next()) use(s.columns(), s.hold());
class SettingCursor {
 public:
  explicit SettingCursor(const Schedule& schedule)
      : schedule_(schedule), columns_(static_cast<std::size_t>(schedule.ports()), kUnmatched) {
    apply();
  }
  bool done() const { return entry_ >= schedule_.permutations(); }
  void next() {
    ++entry_;
    apply();
  }
  std::size_t entry() const { return entry_; }
  std::int64_t hold() const { return schedule_.hold(entry_); }
  const Matching& columns() const { return columns_; }

 private:
  void apply() {
    if (done()) return;
    for (const Change& c : schedule_.changes(entry_)) {
      base::at(columns_, c.row) = c.column;
    }
  }
  const Schedule& schedule_;
  std::size_t entry_ = 0;
  Matching columns_;
};

// The same settings held equally long, in the same order; how the changes are stored does not
// matter. Relays are compared too.
bool equal(const Schedule& a, const Schedule& b);

}  // namespace jacquard::schedule
