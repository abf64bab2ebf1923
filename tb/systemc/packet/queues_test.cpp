// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "systemc/packet/ring.hpp"
#include "systemc/packet/tournament.hpp"

namespace jacquard::systemc {

TEST_CASE("a ring is a queue, through any growth") {
  base::Rng random(1, "ring");
  Ring<int> ring;
  std::deque<int> queue;
  for (int i = 0; i < 50'000; ++i) {
    if (random.chance(i < 25'000 ? 0.6 : 0.4)) {
      ring.push(i);
      queue.push_back(i);
    } else if (!queue.empty()) {
      REQUIRE(ring.front() == queue.front());
      REQUIRE(ring.pop() == queue.front());
      queue.pop_front();
    }
    REQUIRE(ring.size() == queue.size());
    REQUIRE(ring.empty() == queue.empty());
  }
}

TEST_CASE("a tournament names the first of the earliest, for any number of players") {
  base::Rng random(2, "tournament");
  for (const int players : {1, 2, 3, 16, 33, 128}) {
    Tournament tournament(players);
    CHECK(tournament.time() == kNever);
    std::vector<Ps> times(static_cast<std::size_t>(players), kNever);
    for (int i = 0; i < 2'000; ++i) {
      const auto player = static_cast<std::size_t>(random.below(times.size()));
      times[player] = random.chance(0.1) ? kNever : random.between(0, 20);
      tournament.set(static_cast<int>(player), times[player]);
      const auto first = std::min_element(times.begin(), times.end());
      REQUIRE(tournament.time() == *first);
      REQUIRE(tournament.player() == first - times.begin());
    }
  }
}

}  // namespace jacquard::systemc
