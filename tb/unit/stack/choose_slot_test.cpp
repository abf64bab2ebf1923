// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/choose_slot.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "unit/stack/random_plan.hpp"

using namespace hand_made;
using stack::SlotChoice;
using stack::Sync;

namespace {

constexpr std::int64_t kMicrosecond = 1'000'000;  // ps, so bytes

}  // namespace

TEST_CASE("messages of one size get the slot in which they just fit") {
  PlanMaker maker(1, 4);
  const int gather = maker.add_template({{maker.ring({0}), 100 * kMicrosecond, 30}});
  maker.call(gather, {{0}});
  const stack::Fabric on = fabric(clock(0, 10'000, 10 * kMicrosecond));
  const SlotChoice choice = choose_slot(maker.plan(), on, {}, 1);
  CHECK(choice.slot.count() == 100 * kMicrosecond + 10 * kMicrosecond + 10'000);
  // Chronos s6: efficiency b/c over b/c + t_max + t_x; the bound pays t_max, and the last slot t_x.
  for (const stack::SlotPoint& point : choice.curve) {
    CHECK(point.efficiency <= 110.0 / 110.01 + 1e-12);
  }
}

TEST_CASE("the choice of a slot is the best of its curve and the same on two threads") {
  base::Rng rng(5, "choice");
  PlanMaker maker = random_plan(rng, {4, 40, 300 * kMicrosecond});
  for (const Sync sync : {Sync::per_slot, Sync::on_dependency}) {
    const stack::Fabric on = fabric(clock(0, 1'000'000, 5 * kMicrosecond, sync));
    const SlotChoice one = choose_slot(maker.plan(), on, {}, 1);
    const SlotChoice two = choose_slot(maker.plan(), on, {}, 2);
    CHECK(one.slot == two.slot);
    REQUIRE(one.curve.size() == two.curve.size());
    REQUIRE(one.curve.size() > 20);
    for (std::size_t k = 0; k < one.curve.size(); ++k) {
      CHECK(one.curve[k].slot == two.curve[k].slot);
      CHECK(one.curve[k].step == two.curve[k].step);
      const stack::SlotClock tried =
          clock(one.curve[k].slot.count(), 1'000'000, 5 * kMicrosecond, sync);
      CHECK(compose(maker.plan(), tried, {}).step == one.curve[k].step);
      if (one.curve[k].slot == one.slot) CHECK(one.curve[k].efficiency <= 1);
    }
    for (const stack::SlotPoint& point : one.curve) {
      const stack::SlotClock tried = clock(one.slot.count(), 1'000'000, 5 * kMicrosecond, sync);
      CHECK(!(point.step < compose(maker.plan(), tried, {}).step));
      CHECK(point.slot.count() >= kMicrosecond);
    }
  }
}

TEST_CASE("a plan that sends nothing has one slot length") {
  PlanMaker maker(1, 1);
  maker.compute(0, 100);
  const SlotChoice choice = choose_slot(maker.plan(), fabric(clock(0, 5, 20)), {}, 2);
  CHECK(choice.slot.count() == kMicrosecond);
  REQUIRE(choice.curve.size() == 1);
  CHECK(choice.curve[0].step.count() == 100);
}

TEST_CASE("where dependencies pay, a slot may be long enough for what the next one sends") {
  PlanMaker maker(1, 4);
  const int near = maker.add_template({{maker.ring({0}), 100 * kMicrosecond}});
  const int far =
      maker.add_template({{maker.shift(rounds::Shape({4}), 0, 2, {0}), 100 * kMicrosecond}});
  std::vector<int> last;
  for (int k = 0; k < 12; ++k) last = maker.call(k % 2 == 0 ? near : far, {{0, last}});
  const stack::Fabric on =
      fabric(clock(0, 1'000 * kMicrosecond, 10 * kMicrosecond, Sync::on_dependency));
  const SlotChoice choice = choose_slot(maker.plan(), on, {}, 1);
  // b/c + t_x + t_max: with less each call waits for a second slot.
  CHECK(choice.slot.count() == 1'110 * kMicrosecond);
}
