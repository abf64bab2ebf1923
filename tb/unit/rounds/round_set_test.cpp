// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/round_set.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/rng.hpp"

namespace jacquard::rounds {
namespace {

std::vector<int> numbers(const RoundSet& set) { return {set.begin(), set.end()}; }

TEST_CASE("A set of rounds holds what a std::set would, whatever is added and removed") {
  base::Rng rng(1, "round set");
  for (int run = 0; run < 200; ++run) {
    RoundSet ours;
    std::set<int> oracle;
    for (int step = 0; step < 60; ++step) {
      const int first = static_cast<int>(rng.below(40)) - 5;
      if (rng.chance(0.3)) {
        ours.remove(first);
        oracle.erase(first);
      } else {
        const int last = first + static_cast<int>(rng.below(6)) - 1;
        ours.add(RoundSet::Run{first, last});
        for (int round = first; round <= last; ++round) oracle.insert(round);
      }
      REQUIRE(numbers(ours) == std::vector<int>(oracle.begin(), oracle.end()));
      REQUIRE(ours.size() == oracle.size());
      REQUIRE(ours.empty() == oracle.empty());
      REQUIRE(ours.contains(first) == (oracle.count(first) == 1));
      for (std::size_t i = 1; i < ours.runs().size(); ++i) {
        REQUIRE(ours.runs()[i].first > ours.runs()[i - 1].last + 1);
      }
    }
  }
}

TEST_CASE("Sets of rounds are equal however they came about") {
  RoundSet by_runs;
  by_runs.add(RoundSet::Run{4, 6});
  by_runs.add(RoundSet::Run{1, 3});
  CHECK(by_runs == RoundSet{6, 5, 4, 3, 2, 1});
  CHECK(by_runs == RoundSet(std::vector<int>{1, 2, 3, 4, 5, 6}));
  CHECK(by_runs.moved(10) == RoundSet{11, 12, 13, 14, 15, 16});
  CHECK(by_runs.largest() == 6);
  CHECK(together(RoundSet{1, 7}, RoundSet{2, 6}) == RoundSet{1, 2, 6, 7});
  CHECK(together(RoundSet{}, RoundSet{2}) == RoundSet{2});
  CHECK((RoundSet{1, 2} < RoundSet{1, 3}) != (RoundSet{1, 3} < RoundSet{1, 2}));
  const RoundSet nothing;
  CHECK(nothing.begin() == nothing.end());
}

TEST_CASE("A run of a billion rounds takes the room of one") {
  RoundSet set;
  set.add(RoundSet::Run{0, 999'999'999});
  set.add(1'000'000'000);
  CHECK(set.size() == 1'000'000'001);
  CHECK(set.runs().size() == 1);
}

}  // namespace
}  // namespace jacquard::rounds
