// SPDX-License-Identifier: Apache-2.0
// Chronos s6: T >= b/c + t_max + t_x.
#include "jacquard/stack/slot_clock.hpp"

#include <catch2/catch.hpp>
#include <limits>

using namespace jacquard;
using base::Bytes;
using base::Picoseconds;
using stack::SlotClock;
using stack::Sync;

namespace {

// 800 Gb/s is 0.1 bytes a picosecond.
SlotClock clock(std::int64_t slot, Sync sync) {
  return {Picoseconds{slot}, Picoseconds{10'000}, Picoseconds{10'000'000},
          base::BitsPerSecond{800'000'000'000}, sync};
}

}  // namespace

TEST_CASE("the slot of Chronos's Llama example carries its b and no more") {
  // b = 4 x 2.8e9 / (8 x 128) bytes: 109 us at 800 Gb/s; t_max 10 us, t_x 10 ns.
  stack::Fabric fabric;
  const Bytes b{10'937'500};
  const Picoseconds slot = slot_for(fabric, b);
  CHECK(slot.count() == 109'375'000 + 10'000'000 + 10'000);
  const SlotClock slots = clock(slot.count(), Sync::per_slot);
  CHECK(slots.capacity(1, false) == b);
  CHECK(slots.capacity(3, true) == Bytes{3 * b.count()});
  CHECK(slots.slots_for(b, false) == 1);
  CHECK(slots.slots_for(b + Bytes{1}, false) == 2);
  // The loss of throughput, 1 - eta.
  CHECK(1 - 109.375 / 119.385 == Approx(0.084).margin(0.0005));
}

TEST_CASE("times and bytes that no integer holds are the largest there are") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(clock(1'000'000'000'000, Sync::per_slot).capacity(most, false).count() == most);
  for (const Sync sync : {Sync::per_slot, Sync::on_dependency}) {
    const SlotClock slots = clock(1'000'000'000'000, sync);
    CHECK(slots.arrival(most / 4, false, Bytes{0}, Bytes{1'000}).count() == most);
  }
}

TEST_CASE("where every slot pays, data arrive within their slot") {
  const SlotClock slots = clock(110'010'000, Sync::per_slot);  // 100 us of data
  CHECK(slots.capacity(1, false) == Bytes{10'000'000});
  CHECK(slots.arrival(0, false, Bytes{0}, Bytes{10'000'000}) == Picoseconds{110'010'000});
  CHECK(slots.arrival(2, true, Bytes{0}, Bytes{10}) ==
        Picoseconds{2 * 110'010'000 + 10'000 + 100 + 10'000'000});
  // Two slots: a full one, then the rest.
  CHECK(slots.arrival(0, false, Bytes{0}, Bytes{10'000'010}) ==
        Picoseconds{110'010'000 + 10'000 + 100 + 10'000'000});
  CHECK(slots.arrival(0, false, Bytes{10}, Bytes{10}) == Picoseconds{10'000 + 200 + 10'000'000});
}

TEST_CASE("where dependencies pay, a held setting carries data in all of its time") {
  const SlotClock slots = clock(1'000'000, Sync::on_dependency);
  CHECK(slots.capacity(1, true) == Bytes{100'000});
  CHECK(slots.capacity(1, false) == Bytes{99'000});
  CHECK(slots.capacity(2, false) == Bytes{199'000});
  CHECK(slots.slots_for(Bytes{199'000}, false) == 2);
  CHECK(slots.slots_for(Bytes{199'001}, false) == 3);
  CHECK(slots.arrival(1, false, Bytes{0}, Bytes{1}) ==
        Picoseconds{1'000'000 + 10'000 + 10 + 10'000'000});
}

TEST_CASE("a guard longer than a slot takes slots of its own") {
  SlotClock slots = clock(1'000'000, Sync::on_dependency);
  slots.guard = Picoseconds{2'500'000};
  CHECK(slots.capacity(2, false) == Bytes{0});
  CHECK(slots.slots_for(Bytes{1}, false) == 3);
}

TEST_CASE("a time on the grid begins its own slot") {
  const SlotClock slots = clock(100, Sync::per_slot);
  CHECK(slots.first_slot_from(Picoseconds{0}) == 0);
  CHECK(slots.first_slot_from(Picoseconds{1}) == 1);
  CHECK(slots.first_slot_from(Picoseconds{100}) == 1);
  CHECK(slots.first_slot_from(Picoseconds{101}) == 2);
}
