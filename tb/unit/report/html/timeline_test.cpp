// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/timeline.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using namespace jacquard::report;
using base::Picoseconds;
using schedule::kUnmatched;

namespace {

// A slot is 1 ns: 1 byte at 8 Gb/s.
demand::QuantaMatrix quanta(std::vector<std::int64_t> counts, int ports, std::int64_t guard_ps) {
  demand::SlotClock clock;
  clock.rate = base::BitsPerSecond{8'000'000'000};
  clock.guard = Picoseconds{guard_ps};
  return demand::QuantaMatrix(ports, std::move(counts), clock);
}

std::vector<std::uint8_t> row(Picture& picture, int y) {
  std::vector<std::uint8_t> pixels;
  for (int x = 0; x < picture.width; ++x) pixels.push_back(picture.at(x, y));
  return pixels;
}

}  // namespace

TEST_CASE("a timeline shows destinations, idle circuits, missing circuits and guards") {
  const auto demand = quanta({2, 1, 0, 3}, 2, 1000);
  schedule::Schedule s(2);
  s.append({0, 1}, 3);  // row 0 runs dry after two slots
  s.append({1, kUnmatched}, 1);
  // guard, 3 slots, guard, 1 slot: six columns of 1 ns
  Picture p = paint_timeline(demand, s, {Picoseconds{0}, Picoseconds{6000}}, 6);
  const std::uint8_t to0 = destination_index(0, 2), to1 = destination_index(1, 2);
  CHECK(row(p, 0) == std::vector<std::uint8_t>{kGuardGap, to0, to0, kIdleCircuit, kGuardGap, to1});
  CHECK(row(p, 1) == std::vector<std::uint8_t>{kGuardGap, to1, to1, to1, kGuardGap, kNoCircuit});
  CHECK(end_of_setting(demand, s, 1) == Picoseconds{4000});
  CHECK(end_of_setting(demand, s, 9) == Picoseconds{6000});
}

TEST_CASE("a window shows only its part") {
  const auto demand = quanta({2, 0, 0, 2}, 2, 1000);
  schedule::Schedule s(2);
  s.append({0, 1}, 2);
  Picture p = paint_timeline(demand, s, {Picoseconds{0}, Picoseconds{2000}}, 4);
  const std::uint8_t to0 = destination_index(0, 2);
  CHECK(row(p, 0) == std::vector<std::uint8_t>{kGuardGap, kGuardGap, to0, to0});
}

TEST_CASE(
    "a guard shorter than a column still parts wide settings, and does not hide narrow ones") {
  const auto demand = quanta({8, 8, 8, 8}, 2, 10);
  schedule::Schedule s(2);
  s.append({0, 1}, 8);
  s.append({1, 0}, 8);
  Picture wide = paint_timeline(demand, s, {Picoseconds{0}, Picoseconds{16'020}}, 16);
  CHECK(wide.at(0, 0) == kGuardGap);
  CHECK(wide.at(8, 0) == kGuardGap);
  CHECK(std::count(wide.pixels.begin(), wide.pixels.end(), kGuardGap) == 4);
  Picture narrow = paint_timeline(demand, s, {Picoseconds{0}, Picoseconds{16'020}}, 4);
  CHECK(std::count(narrow.pixels.begin(), narrow.pixels.end(), kGuardGap) == 0);
}

TEST_CASE("in two hops a circuit is busy with what it relays") {
  const auto demand = quanta({0, 2, 0, 0, 0, 0, 0, 0, 0}, 3, 0);
  schedule::Schedule s(3);
  s.append({2, kUnmatched, kUnmatched}, 2);
  s.relay({0, 2, 1, 2});
  s.append({kUnmatched, kUnmatched, 1}, 4);
  s.relay({2, 1, 1, 2});
  Picture p = paint_timeline(demand, s, {Picoseconds{0}, Picoseconds{6000}}, 6);
  const std::uint8_t via = destination_index(2, 3), to1 = destination_index(1, 3);
  CHECK(row(p, 0) ==
        std::vector<std::uint8_t>{via, via, kNoCircuit, kNoCircuit, kNoCircuit, kNoCircuit});
  CHECK(row(p, 2) ==
        std::vector<std::uint8_t>{kNoCircuit, kNoCircuit, to1, to1, kIdleCircuit, kIdleCircuit});
}

TEST_CASE("every destination of 64 has a colour of its own, and none is a special one") {
  for (int d = 0; d < 64; ++d) {
    CHECK(destination_index(d, 64) >= kFirstDestination);
    if (d > 0) CHECK(destination_index(d, 64) > destination_index(d - 1, 64));
  }
}
