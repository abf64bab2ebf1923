// SPDX-License-Identifier: Apache-2.0
#include "jacquard/advise/advice.hpp"

#include <catch2/catch.hpp>

#include "jacquard/advise/contenders.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "sim/advise/rows.hpp"

using namespace jacquard;
using advise::Contender;
using base::Picoseconds;

namespace {

// Done at `alone` + settings x guard.
Contender line(const char* name, std::int64_t alone, int settings) {
  Contender c;
  c.scheduler = name;
  advise::Served served;
  served.holds.assign(static_cast<std::size_t>(settings), Picoseconds{0});
  served.holds.front() = Picoseconds{alone};
  served.ready.assign(served.holds.size(), Picoseconds{0});
  c.add(served);
  return c;
}

}  // namespace

TEST_CASE("Software is done after its decision, its holds and a guard for each setting") {
  Contender c;
  c.scheduler = "s";
  c.add({{Picoseconds{30}, Picoseconds{12}}, {Picoseconds{5}, Picoseconds{5}}});
  c.add({{Picoseconds{8}}, {Picoseconds{4}}});
  CHECK(c.time(Picoseconds{0}) == Picoseconds{30 + 12 + 5 + 8 + 4});
  CHECK(c.time(Picoseconds{7}) == Picoseconds{59 + 3 * 7});
  CHECK(c.permutations() == 1.5);
}

TEST_CASE("Over parallel switches software is done when the last switch is") {
  Contender c;
  c.scheduler = "s";
  c.add_side_by_side({{{Picoseconds{30}, Picoseconds{12}}, {Picoseconds{5}, Picoseconds{5}}},
                      {{Picoseconds{50}}, {Picoseconds{5}}}});
  CHECK(c.time(Picoseconds{0}) == Picoseconds{5 + 50});
  CHECK(c.time(Picoseconds{7}) == Picoseconds{5 + 50 + 7});
  CHECK(c.time(Picoseconds{100}) == Picoseconds{5 + 42 + 2 * 100});
  CHECK(c.permutations() == 3);
}

TEST_CASE("A core's settings are used as they come") {
  Contender c;
  c.by_core = true;
  // The second is decided at 100, after the first was sent: the guard begins before that.
  c.add({{Picoseconds{30}, Picoseconds{12}}, {Picoseconds{5}, Picoseconds{100}}});
  CHECK(c.time(Picoseconds{0}) == Picoseconds{112});
  CHECK(c.time(Picoseconds{20}) == Picoseconds{112});
  CHECK(c.time(Picoseconds{80}) == Picoseconds{80 + 30 + 80 + 12});
}

TEST_CASE("Ranges are those that trying every guard time finds") {
  const std::vector<Contender> all = {line("many", 10'000, 40), line("few", 13'000, 10),
                                      line("middle", 11'000, 25), line("never", 20'000, 30)};
  const Picoseconds longest{500};
  std::vector<const Contender*> pointers;
  for (const Contender& c : all) pointers.push_back(&c);
  std::vector<std::string> expected;
  for (std::int64_t g = 0; g <= longest.count(); ++g) {
    expected.push_back(winner(pointers, Picoseconds{g}).scheduler);
  }
  std::vector<std::string> found;
  for (const advise::Range& range : ranges(all, longest)) {
    CHECK(range.from.count() == static_cast<std::int64_t>(found.size()));
    for (auto g = range.from.count(); g <= range.to.count(); ++g) {
      found.push_back(range.last->scheduler);
    }
  }
  CHECK(found == expected);
  CHECK(ranges(all, longest).size() == 3);
}

TEST_CASE("Of those as good as the first the one with the fewest settings is named") {
  const std::vector<Contender> all = {line("first", 1'000'000, 9), line("as good", 1'000'900, 3)};
  CHECK(winner(advise::of_scheduler(all, ""), Picoseconds{0}).scheduler == "as good");
}

TEST_CASE("The largest guard is what is left of the allowance, by the number of settings") {
  const std::vector<Contender> all = {line("many", 1'000, 40), line("few", 1'300, 10)};
  const auto most = advise::of_scheduler(all, "");
  const Picoseconds longest{1'000'000};
  CHECK(largest_guard(most, Picoseconds{1'100}, longest) == Picoseconds{2});
  CHECK(largest_guard(most, Picoseconds{1'500}, longest) == Picoseconds{20});
  CHECK(largest_guard(most, Picoseconds{999}, longest) == std::nullopt);
  CHECK(largest_guard(most, Picoseconds{100'000'000}, longest) == longest);
}

TEST_CASE("A permutation needs one setting, so its guard is the allowance less the rounding") {
  advise::Question q;
  std::vector<std::int64_t> cells(16, 0);
  for (std::size_t k = 0; k < 4; ++k) cells[k * 4 + (k + 1) % 4] = 1'000'000;
  q.matrices.emplace_back(4, cells);
  q.bits = {8};
  q.timed = false;
  CHECK(bound(q) == Picoseconds{10'000'000});  // 1 MB at 800 Gb/s
  q.longest = Picoseconds{100'000'000};
  std::vector<const schedule::Scheduler*> exact = {&schedule::find_scheduler("exact")};
  const auto found = contenders(q, exact, [](const std::string&) {});
  const auto advice = advise::advice(found.all, bound(q), q.longest);
  // 255 quanta of ceil(10^6 / 255) = 3,922 B take 10,001,100 ps.
  CHECK(advice.afforded.within_5pct == Picoseconds{10'500'000 - 10'001'100});
  CHECK(advice.afforded.within_20pct == Picoseconds{12'000'000 - 10'001'100});
}
