// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/radix_queue.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "jacquard/base/rng.hpp"
#include "jacquard/engine/event/divider.hpp"
#include "jacquard/engine/event/heap_queue.hpp"

namespace jacquard::engine {
namespace {

// Random times that are often equal, sometimes far apart; a multimap keeps equal keys in order.
template <class Queue>
void compare_with_a_multimap(std::uint64_t seed, std::uint64_t spread, int burst) {
  base::Rng rng(seed, "queue");
  Queue queue;
  std::multimap<std::uint64_t, std::uint64_t> expected;
  std::uint64_t now = 0;
  std::uint64_t number = 0;
  for (int step = 0; step < 1'000; ++step) {
    const auto pushes = rng.below(static_cast<std::uint64_t>(burst));
    for (std::uint64_t i = 0; i < pushes; ++i) {
      const std::uint64_t time =
          now + (rng.chance(0.2) ? 0 : rng.below(spread)) + (rng.chance(0.01) ? spread << 20 : 0);
      queue.push(time, number);
      expected.emplace(time, number++);
    }
    bool same = true;
    for (std::uint64_t pops = rng.below(static_cast<std::uint64_t>(burst) + 1); pops > 0; --pops) {
      std::uint64_t event = 0;
      const bool more = !expected.empty() && expected.begin()->first == now;
      same = same && queue.more_now() == more && queue.pop(event) == !expected.empty();
      if (expected.empty() || !same) break;
      now = expected.begin()->first;
      same = queue.now() == now && event == expected.begin()->second;
      expected.erase(expected.begin());
    }
    INFO("step " << step);
    REQUIRE(same);
  }
}

TEST_CASE("A radix queue gives events by time, and equal times in the order they were put in") {
  for (const std::uint64_t spread : {2u, 40u, 100'000u}) {
    for (const int burst : {3, 40, 400}) {
      INFO("spread " << spread << ", burst " << burst);
      compare_with_a_multimap<RadixQueue<std::uint64_t>>(spread, spread, burst);
      compare_with_a_multimap<HeapQueue<std::uint64_t>>(spread, spread, burst);
    }
  }
}

TEST_CASE("A front that grows long is dealt out again without losing its order") {
  RadixQueue<int> queue;
  queue.push(0, -1);
  queue.push(1'000'000, -2);
  int event = 0;
  REQUIRE(queue.pop(event));
  for (int i = 0; i < 1000; ++i) queue.push(static_cast<std::uint64_t>(1000 - i / 2), i);
  for (int i = 0; i < 500; ++i) {
    for (const int expected : {998 - 2 * i, 999 - 2 * i}) {
      REQUIRE(queue.pop(event));
      REQUIRE(event == expected);
    }
  }
  REQUIRE(queue.pop(event));
  CHECK(event == -2);
  CHECK_FALSE(queue.pop(event));
}

TEST_CASE("Division by multiplication is exact") {
  base::Rng rng(1, "divider");
  for (int i = 0; i < 20'000; ++i) {
    const auto divisor = static_cast<std::uint32_t>(1 + rng.below(rng.chance(0.5) ? 100 : 1 << 24));
    const auto near = static_cast<std::uint32_t>(rng.below(100)) * divisor;
    const Divider divide(divisor);
    for (const std::uint32_t n : {near, near - 1, near + 1, ~std::uint32_t{0},
                                  static_cast<std::uint32_t>(rng.below(1ull << 32))}) {
      REQUIRE(divide.quotient(n) == n / divisor);
      REQUIRE(divide.remainder(n) == n % divisor);
    }
  }
}

}  // namespace
}  // namespace jacquard::engine
