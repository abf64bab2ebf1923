// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/switch_memory.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;

// Two ports with 1,000 of reserve and 500 of headroom each, 8,000 shared: a port may hold a quarter
// of what is free of it.
MemoryParameters small() {
  MemoryParameters p;
  p.ports = 2;
  p.pfc = true;
  p.capacity = Bytes{11'000};
  p.reserve = Bytes{1'000};
  p.headroom = Bytes{500};
  p.set_aside = Bytes{3'000};
  p.shift = 2;
  p.xon_offset = Bytes{300};
  return p;
}

}  // namespace

TEST_CASE("a port fills its reserve, the shared memory up to the threshold, then its headroom") {
  SwitchMemory memory(small());
  CHECK(memory.threshold() == 2'000);
  CHECK(memory.admit(0, 1'000));  // the reserve
  CHECK(memory.shared_used() == 0);
  CHECK_FALSE(memory.should_pause(0));
  CHECK(memory.admit(0, 1'600));
  CHECK(memory.shared_used() == 1'600);
  CHECK(memory.threshold() == 1'600);  // (8,000 - 1,600) / 4
  CHECK(memory.should_pause(0));       // at the threshold
  CHECK_FALSE(memory.should_pause(1));
  memory.set_paused(0, true);
  CHECK_FALSE(memory.should_pause(0));  // once
  CHECK(memory.admit(0, 500));
  CHECK(memory.headroom_used(0) == 500);
  CHECK(memory.shared_used() == 1'600);
  CHECK_FALSE(memory.admit(0, 1));  // fits nowhere
  CHECK(memory.admit(1, 1'000));    // the other port's reserve is its own
}

TEST_CASE("a port is resumed when its headroom is empty and it is the offset below the threshold") {
  SwitchMemory memory(small());
  memory.admit(0, 1'000);
  memory.admit(0, 1'600);
  memory.admit(0, 100);
  memory.set_paused(0, true);
  memory.release(0, 50);  // headroom first
  CHECK(memory.headroom_used(0) == 50);
  CHECK(memory.used(0) == 2'600);
  CHECK_FALSE(memory.should_resume(0));
  memory.release(0, 50);
  CHECK_FALSE(memory.should_resume(0));  // 1,600 + 300 > 1,600
  memory.release(0, 239);                // 1,361 + 300 > (8,000 - 1,361) / 4 = 1,659
  CHECK_FALSE(memory.should_resume(0));
  memory.release(0, 1);  // 1,360 + 300 <= 1,660
  CHECK(memory.should_resume(0));
  CHECK_FALSE(memory.should_resume(1));  // is not paused
}

TEST_CASE("with beta the threshold is beta (B - 8 n headroom - s) / 8") {
  MemoryParameters p = small();
  p.reserve = Bytes{0};
  p.beta = 4;
  p.set_aside = Bytes{8 * 2 * 500};
  SwitchMemory memory(p);
  CHECK(memory.threshold() == 4 * (11'000 - 8'000) / 8);
  memory.admit(0, 1'000);
  CHECK(memory.threshold() == 4 * (11'000 - 8'000 - 1'000) / 8);
}

TEST_CASE("without PFC nobody is paused, and without end nobody is refused") {
  MemoryParameters p = small();
  p.pfc = false;
  SwitchMemory finite(p);
  finite.admit(0, 3'000);
  CHECK_FALSE(finite.should_pause(0));
  p.capacity = Bytes{0};
  p.pfc = true;
  SwitchMemory endless(p);
  for (int i = 0; i < 100; ++i) CHECK(endless.admit(1, 1'000'000));
  CHECK_FALSE(endless.should_pause(1));
  CHECK(endless.is_calm(1'000'000));
}

TEST_CASE("whatever is taken in and let out, the sums are kept, and empty is empty again") {
  base::Rng random(1, "switch memory");
  MemoryParameters p = small();
  p.ports = 4;
  p.capacity = Bytes{14'000};
  p.set_aside = Bytes{6'000};
  SwitchMemory memory(p);
  std::vector<std::pair<int, std::int64_t>> inside;
  for (int i = 0; i < 20'000; ++i) {
    const int port = static_cast<int>(random.below(4));
    const std::int64_t bytes = random.between(60, 400);
    if (random.chance(0.55) && memory.admit(port, bytes)) inside.push_back({port, bytes});
    if (random.chance(0.5) && !inside.empty()) {
      const std::size_t which = random.below(inside.size());
      memory.release(inside[which].first, inside[which].second);
      inside.erase(inside.begin() + static_cast<std::ptrdiff_t>(which));
    }
    std::int64_t shared = 0;
    for (int k = 0; k < 4; ++k) {
      std::int64_t held = 0;
      for (const auto& [owner, size] : inside) held += owner == k ? size : 0;
      REQUIRE(memory.used(k) + memory.headroom_used(k) == held);
      REQUIRE(memory.headroom_used(k) <= 500);
      shared += std::max<std::int64_t>(0, memory.used(k) - 1'000);
    }
    REQUIRE(memory.shared_used() == shared);
    REQUIRE(shared <= 8'000);
  }
  for (const auto& [port, bytes] : inside) memory.release(port, bytes);
  for (int k = 0; k < 4; ++k) CHECK(memory.used(k) + memory.headroom_used(k) == 0);
  CHECK(memory.shared_used() == 0);
}

// What lets a switch handle its egresses one by one: in a calm window no order of arrivals and
// departures may pause, resume or drop.
TEST_CASE("while the memory is calm nothing that comes or goes makes a difference") {
  base::Rng random(2, "calm memory");
  const std::int64_t window = 400;
  int calm = 0;
  for (int trial = 0; trial < 3'000; ++trial) {
    SwitchMemory memory(small());
    for (int port = 0; port < 2; ++port) memory.admit(port, random.between(0, 2'000));
    if (!memory.is_calm(window)) continue;
    ++calm;
    std::int64_t left[] = {window, window};
    while (left[0] + left[1] > 0) {
      const int port = left[0] > 0 && (left[1] == 0 || random.chance(0.5)) ? 0 : 1;
      const std::int64_t bytes = std::min(left[port], random.between(50, 200));
      left[port] -= bytes;
      REQUIRE(memory.admit(port, bytes));
      REQUIRE_FALSE(memory.should_pause(port));
      REQUIRE(memory.headroom_used(port) == 0);
    }
  }
  CHECK(calm > 500);
  CHECK(calm < 2'900);
}

}  // namespace jacquard::systemc
