// SPDX-License-Identifier: Apache-2.0
// Small demands scheduled on paper by the published rules. The worked examples in the Solstice and
// Eclipse papers themselves could not be obtained (only their abstracts and third-party
// implementations could), so these are our own, each step written out.
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/quick_stuff.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::kUnmatched;
using schedule::Matching;
using schedule::Schedule;

namespace {

struct Entry {
  Matching columns;
  std::int64_t hold;
  bool operator==(const Entry& o) const { return columns == o.columns && hold == o.hold; }
};

std::ostream& operator<<(std::ostream& out, const Entry& entry) {
  for (const int column : entry.columns) out << column << ' ';
  return out << "x " << entry.hold;
}

std::vector<Entry> entries(const Schedule& schedule) {
  std::vector<Entry> all;
  for (schedule::SettingCursor s(schedule); !s.done(); s.next())
    all.push_back({s.columns(), s.hold()});
  return all;
}

constexpr int X = kUnmatched;

}  // namespace

TEST_CASE("QuickStuff fills nonzero entries before it makes new ones") {
  // Row sums 4, 3, 3, column sums 4, 3, 3: rows 1, 2 and columns 1, 2 lack one each. In row order
  // the first nonzero entry whose row and column both lack is (1, 1), then (2, 2).
  CHECK(schedule::quick_stuff(std::vector<std::int64_t>{3, 0, 1, 1, 2, 0, 0, 1, 2}, 3, 4) ==
        std::vector<std::int64_t>{3, 0, 1, 1, 3, 0, 0, 1, 3});
  // Column 0 is full, so no nonzero entry can grow: (0, 1) gets 1, (1, 1) gets 4.
  CHECK(schedule::quick_stuff(std::vector<std::int64_t>{4, 0, 1, 0}, 2, 5) ==
        std::vector<std::int64_t>{4, 1, 1, 4});
}

TEST_CASE("Solstice by hand: a slice above the threshold, then the threshold is halved") {
  // Stuffed: 3 0 1 / 1 3 0 / 0 1 3. The threshold starts at 2: the diagonal, smallest entry 3.
  // Left: 0 0 1 / 1 0 0 / 0 1 0. No slice at 2; at 1 the cyclic shift, held 1.
  const demand::QuantaMatrix demand(3, {3, 0, 1, 1, 2, 0, 0, 1, 2});
  CHECK(entries(schedule::solstice(demand, {})) ==
        std::vector<Entry>{{{0, 1, 2}, 3}, {{2, 0, 1}, 1}});
}

TEST_CASE("Solstice by hand: pairs that are stuffing alone are not connected") {
  // Stuffed: 4 1 / 1 4. Threshold 4: the diagonal, held 4, of which (1, 1) is stuffing; then the
  // other, held 1, of which (0, 1) is.
  const demand::QuantaMatrix demand(2, {4, 0, 1, 0});
  CHECK(entries(schedule::solstice(demand, {})) == std::vector<Entry>{{{0, X}, 4}, {{X, 0}, 1}});
}

TEST_CASE("Solstice by hand: a slice is held for its smallest entry, above the threshold or not") {
  // Lines sum to 10, so nothing is stuffed. The largest entry is 7, the threshold 4. At 4 the
  // diagonal, held 7 rather than 4; at 2 the other two, held 3 rather than 2.
  const demand::QuantaMatrix demand(2, {7, 3, 3, 7});
  CHECK(entries(schedule::solstice(demand, {})) == std::vector<Entry>{{{0, 1}, 7}, {{1, 0}, 3}});
}

TEST_CASE("Solstice by hand: the threshold falls by halves, so larger slices come first") {
  // 8 1 4 / 4 8 1 / 1 4 8: at 8 the diagonal; at 4 the pairs of 4; then, at 1, the pairs of 1.
  const demand::QuantaMatrix demand(3, {8, 1, 4, 4, 8, 1, 1, 4, 8});
  CHECK(entries(schedule::solstice(demand, {})) ==
        std::vector<Entry>{{{0, 1, 2}, 8}, {{2, 0, 1}, 4}, {{1, 2, 0}, 1}});
}

TEST_CASE("critical-first by hand: a setting ends when a line it leaves out would be the longest") {
  // 6 0 3 / 4 4 0 / 0 5 4, columns of 10, 9, 7, rows of 9, 8, 9. Column 0 takes row 0, its fullest;
  // column 1 takes row 2. Row 1 is left out with 8, column 2 with 7, the longest has 10: held 2.
  // 4 0 3 / 4 4 0 / 0 3 4: row 1 and column 0 have 8, all others 7: (1, 0), then (0, 2), (2, 1), of
  // 4, 3, 3: held 3. 4 0 0 / 1 4 0 / 0 0 4: row 1 and column 0 have 5: (1, 0), and (2, 2): held 1.
  // The diagonal 4, 4, 3 remains: held 3, then 1. In all 10 slots, as many as column 0 needs.
  const demand::QuantaMatrix demand(3, {6, 0, 3, 4, 4, 0, 0, 5, 4});
  CHECK(entries(schedule::critical_first(demand, {})) ==
        std::vector<Entry>{
            {{0, X, 1}, 2}, {{2, 0, 1}, 3}, {{X, 0, 2}, 1}, {{0, 1, 2}, 3}, {{0, 1, X}, 1}});
}

TEST_CASE("Eclipse by hand: most served per slot and guard, cut at the window's end") {
  // delta 1. Diagonal 10, 2: held 2 it serves 4 in 3 = 1.33 per slot, held 10 12 in 11 = 1.09;
  // (1, 0) alone 3 in 4 = .75. So the diagonal for 2. Left 8 / 3: 8 in 9 against 3 in 4, so (0, 0)
  // for 8. The window is the bound: column 0 has 13 in two entries, 15 slots, of which 3 + 9 are
  // spent; 3 are left, guard included, so (1, 0) is held 2. A second window serves the last
  // quantum.
  const demand::QuantaMatrix demand(2, {10, 0, 3, 2}, support::clock_with_guard(1));
  CHECK(entries(schedule::eclipse(demand, {})) ==
        std::vector<Entry>{{{0, 1}, 2}, {{0, X}, 8}, {{X, 0}, 2}, {{X, 0}, 1}});
  schedule::SchedulerOptions wide;
  wide.window = 100;
  CHECK(entries(schedule::eclipse(demand, wide)) ==
        std::vector<Entry>{{{0, 1}, 2}, {{0, X}, 8}, {{X, 0}, 3}});
}

TEST_CASE("Eclipse by hand: a long guard favours long holds") {
  // The same demand at delta 20. Diagonal: held 2, 4 in 22 = .18; held 10, 12 in 30 = .4.
  const demand::QuantaMatrix demand(2, {10, 0, 3, 2}, support::clock_with_guard(20));
  CHECK(entries(schedule::eclipse(demand, {})) == std::vector<Entry>{{{0, 1}, 10}, {{X, 0}, 3}});
}

TEST_CASE("bottleneck by hand: the widest matching first") {
  // 5 4 1 / 4 1 5 / 1 5 4 (lines of 10). Diagonal 5, 1, 4; (0,1)(1,2)(2,0) 4, 5, 1;
  // (0,0)(1,2)(2,1) 5, 5, 5: held 5. Left 0 4 1 / 4 1 0 / 1 0 4: (0,1)(1,0)(2,2), held 4, then 1.
  const demand::QuantaMatrix demand(3, {5, 4, 1, 4, 1, 5, 1, 5, 4});
  CHECK(entries(schedule::bottleneck(demand, {})) ==
        std::vector<Entry>{{{0, 2, 1}, 5}, {{1, 0, 2}, 4}, {{2, 1, 0}, 1}});
}

TEST_CASE("min-hold by hand: wrapped diagonals in turn, held for the smallest entry") {
  // From diagonal 0: (0, 0) of 2 and (1, 1) of 3, held 2. Left 0 5 / 0 1. From diagonal 1: (0, 1),
  // which bars (1, 1), held 5. From diagonal 0 again: (1, 1), held 1.
  const demand::QuantaMatrix demand(2, {2, 5, 0, 3});
  CHECK(entries(schedule::minhold(demand, {})) ==
        std::vector<Entry>{{{0, 1}, 2}, {{1, X}, 5}, {{X, 1}, 1}});
}

TEST_CASE("level-matching by hand: the highest level first, held as long as the rate keeps up") {
  // Level 3 (8 and more): (0, 0) and (1, 1), maximum. Then row 2 by level 0: (2, 2). Without a
  // guard the rates of holding 1, 8, 9 are 3, 17/8, 18/9: held 1. Left 8 0 / 7 0, on level 3 and 2:
  // both held 7 (rate 2), then 8 - 7 alone (rate 1): three settings of nine slots. Holds for a
  // longer guard, below, make one of nine, which is no longer.
  const demand::QuantaMatrix demand(3, {9, 0, 0, 0, 8, 0, 0, 0, 1});
  CHECK(entries(schedule::level_matching(demand, {})) == std::vector<Entry>{{{0, 1, 2}, 9}});
  // With a guard of 10 slots they are 3/11, 17/18, 18/19: the last is best, and held.
  demand::SlotClock clock;
  clock.slot = base::Picoseconds{1000};
  clock.guard = base::Picoseconds{10'000};
  const demand::QuantaMatrix guarded(3, {9, 0, 0, 0, 8, 0, 0, 0, 1}, clock);
  CHECK(entries(schedule::level_matching(guarded, {})) == std::vector<Entry>{{{0, 1, 2}, 9}});
}

TEST_CASE("greedy-max-weight by hand: the fullest line comes before the heaviest pair") {
  // . 9 . / 1 1 . / . . 4: row 1 and column 1 have two entries. The heaviest matching is (0, 1),
  // (1, 0), (2, 2) = 14, and covers both: held 9. Then (1, 1).
  const demand::QuantaMatrix even(3, {0, 9, 0, 1, 1, 0, 0, 0, 4});
  CHECK(entries(schedule::greedy_max_weight(even, {})) ==
        std::vector<Entry>{{{1, 0, 2}, 9}, {{X, 1, X}, 1}});
  // 1 9 . / . 1 9 / . . 1: rows 0, 1 and columns 1, 2 have two entries. The heaviest matching is
  // (0, 1), (1, 2) = 18 and covers all four; the diagonal remains.
  const demand::QuantaMatrix path(3, {1, 9, 0, 0, 1, 9, 0, 0, 1});
  CHECK(entries(schedule::greedy_max_weight(path, {})) ==
        std::vector<Entry>{{{1, 2, X}, 9}, {{0, 1, 2}, 1}});
  // 1 1 . / 1 9 1 / . 1 .: row 1 and column 1 have three entries. Weight alone takes (1, 1) = 9 and
  // with it (0, 0) = 1, which covers both. Three matchings in all: the other pairs of row 1,
  // (1, 0) and (1, 2), beside the other pairs of column 1, (0, 1) and (2, 1).
  const demand::QuantaMatrix cross(3, {1, 1, 0, 1, 9, 1, 0, 1, 0});
  const auto settings = entries(schedule::greedy_max_weight(cross, {}));
  REQUIRE(settings.size() == 3);
  CHECK(settings[0] == Entry{{0, 1, X}, 9});
  CHECK(settings[1].hold == 1);
  CHECK(settings[2].hold == 1);
}

TEST_CASE("greedy-max-weight by hand: covering the fullest line can cost weight") {
  // 2 2 . / 9 . . / . 9 .: row 0 and columns 0, 1 have two entries. Weight alone takes both nines
  // (18) and leaves out row 0, which then needs two matchings more. To cover all three lines it
  // takes (0, 0), (2, 1) or (0, 1), (1, 0), of 11 each, and two matchings do.
  const demand::QuantaMatrix demand(3, {2, 2, 0, 9, 0, 0, 0, 9, 0});
  const auto bounded = entries(schedule::greedy_max_weight(demand, {}));
  REQUIRE(bounded.size() == 2);
  CHECK(bounded[0].hold == 9);
  CHECK(bounded[1].hold == 9);
  schedule::SchedulerOptions three;
  three.matchings = 3;
  const auto loose = entries(schedule::greedy_max_weight(demand, three));
  REQUIRE(loose.size() == 3);
  CHECK(loose[0] == Entry{{X, 0, 1}, 9});
  CHECK(loose[1].hold == 2);
  CHECK(loose[2].hold == 2);
}

TEST_CASE("traffic matrix scheduling of a sum of permutations runs each for its weight") {
  // 6 2 / 2 6 is 8 times a doubly stochastic matrix, whose permutations weigh .75 and .25 of a
  // window of 8 slots.
  const demand::QuantaMatrix demand(2, {6, 2, 2, 6});
  CHECK(entries(schedule::tms(demand, {})) == std::vector<Entry>{{{0, 1}, 6}, {{1, 0}, 2}});
}

TEST_CASE("round-robin by hand: shifts in turn until the last quantum, connected or not") {
  // Ports send nothing to themselves, so the shifts are 1 and 2. Held 2: shift 1 serves 2 of (0,
  // 1), shift 2 nothing, shift 1 the last one.
  const demand::QuantaMatrix demand(3, {0, 3, 0, 0, 0, 0, 0, 0, 0});
  schedule::SchedulerOptions options;
  options.hold = 2;
  CHECK(entries(schedule::round_robin(demand, options)) ==
        std::vector<Entry>{{{1, 2, 0}, 2}, {{2, 0, 1}, 2}, {{1, 2, 0}, 2}});
}

TEST_CASE("round-robin with load balancing by hand: half goes by way of the other port") {
  // (0, 1) has 4, holds of 2. Shift 1: 2 direct. Shift 2: 0 -> 2 carries 2 for port 1, which port 2
  // passes on at shift 2 of the next cycle (2 -> 1); shift 1 of that cycle comes first and has
  // nothing left to carry.
  const demand::QuantaMatrix demand(3, {0, 4, 0, 0, 0, 0, 0, 0, 0});
  schedule::SchedulerOptions options;
  options.hold = 2;
  const Schedule schedule = schedule::round_robin_vlb(demand, options);
  REQUIRE(schedule.permutations() == 4);
  CHECK(schedule.hops() == 2);
  REQUIRE(schedule.relays(1).size() == 1);
  CHECK(schedule.relays(1)[0].column == 2);
  CHECK(schedule.relays(1)[0].destination == 1);
  CHECK(schedule.relays(1)[0].quanta == 2);
  REQUIRE(schedule.relays(3).size() == 1);
  CHECK(schedule.relays(3)[0].row == 2);
  CHECK(schedule.relays(3)[0].column == 1);
}

TEST_CASE("options outside what a demand allows are refused by name") {
  const demand::QuantaMatrix demand(2, {1'000'000'000, 1, 1, 1}, support::clock_with_guard(7));
  schedule::SchedulerOptions options;
  options.matchings = 1;
  CHECK_THROWS_WITH(schedule::greedy_max_weight(demand, options),
                    "--matchings: expected at least 2, the nonzero entries of the fullest line, "
                    "found 1");
  options.hold = 1;
  CHECK_THROWS_WITH(schedule::round_robin(demand, options), Catch::Contains("--hold"));
  CHECK_THROWS_WITH(schedule::round_robin_vlb(demand, options), Catch::Contains("--hold"));
  options.window = 7;
  CHECK_THROWS_WITH(schedule::eclipse(demand, options), Catch::Contains("--window"));
  CHECK_THROWS_WITH(schedule::tms(demand, options), Catch::Contains("--window"));
}
