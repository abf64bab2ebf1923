// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <utility>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "systemc/packet/ring.hpp"
#include "systemc/packet/tournament.hpp"
#include "systemc/packet/window_arrivals.hpp"

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

TEST_CASE("arrivals of a window leave it by time, and of equal times by port") {
  base::Rng random(3, "arrivals");
  WindowArrivals arrivals;
  for (const int count : {0, 1, 7, 47, 48, 500, 3'000}) {
    for (const Ps window : {Ps{3}, Ps{400}, Ps{260'000}, WindowArrivals::kLongestWindow}) {
      const Ps start = random.between(0, 1'000'000'000'000);
      std::vector<std::pair<Ps, std::uint32_t>> expected;
      arrivals.begin(start);
      for (std::uint32_t port = 0; port < 8; ++port) {
        std::vector<Ps> times;
        for (int i = 0; i < count / 8; ++i) times.push_back(start + random.between(0, window));
        std::sort(times.begin(), times.end());
        for (const Ps time : times) {
          arrivals.add(port, {time, Packet(PacketKind::data, port, 0)});
          expected.emplace_back(time, port);
        }
      }
      std::sort(expected.begin(), expected.end());
      std::vector<std::pair<Ps, std::uint32_t>> got;
      for (const auto& a : arrivals.in_order()) {
        REQUIRE(a.packet.flow() == a.port);
        got.emplace_back(arrivals.time_of(a), a.port);
      }
      CHECK(got == expected);
    }
  }
}

}  // namespace jacquard::systemc
