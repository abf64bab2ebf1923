// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/expert_places.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

using jacquard::machine::ExpertPlaces;

TEST_CASE("Without copies experts lie in equal runs") {
  const ExpertPlaces places({5, 1, 1, 1, 1, 1}, 0, 3);
  for (int expert = 0; expert < 6; ++expert) {
    CHECK(places.ranks_of(expert) == std::vector<int>{expert / 2});
    CHECK(places.rank_of(expert, 7, 9) == expert / 2);
  }
}

TEST_CASE("Copies go where a place has most tokens, and never twice to a rank that need not") {
  // 9 in three places have 3 each, 4 in two have 2: as Jefferson's method deals out seats.
  const ExpertPlaces places({9, 4, 1}, 3, 3);
  CHECK(places.ranks_of(0).size() == 3);
  CHECK(places.ranks_of(1).size() == 2);
  CHECK(places.ranks_of(2).size() == 1);
  for (const int expert : {0, 1}) {
    const auto& ranks = places.ranks_of(expert);
    CHECK(std::set<int>(ranks.begin(), ranks.end()).size() == ranks.size());
  }
}

TEST_CASE("256 experts and 32 copies on 72 ranks: four on each, and every token finds its expert") {
  std::vector<double> shares;
  for (int e = 0; e < 256; ++e) shares.push_back(1.0 / (1 + e));
  const ExpertPlaces places(shares, 32, 72);
  std::vector<int> held(72, 0);
  std::vector<double> loads(72, 0);
  double all = 0;
  for (int e = 0; e < 256; ++e) {
    const auto& ranks = places.ranks_of(e);
    for (const int rank : ranks) {
      ++held[static_cast<std::size_t>(rank)];
      loads[static_cast<std::size_t>(rank)] +=
          shares[static_cast<std::size_t>(e)] / static_cast<double>(ranks.size());
    }
    all += shares[static_cast<std::size_t>(e)];
    // Tokens of a source take all places in turn.
    std::set<int> met;
    for (std::size_t token = 0; token < ranks.size(); ++token) {
      met.insert(places.rank_of(e, 5, static_cast<std::int64_t>(token)));
    }
    CHECK(met.size() == ranks.size());
  }
  CHECK(std::all_of(held.begin(), held.end(), [](int count) { return count == 4; }));
  // Graham: longest first is at most 4/3 of the best, which is no less than the mean.
  CHECK(*std::max_element(loads.begin(), loads.end()) < 4.0 / 3 * all / 72);
}
