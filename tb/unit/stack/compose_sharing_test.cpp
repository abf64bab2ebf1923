// SPDX-License-Identifier: Apache-2.0
// What slots are shared, cut or kept, found by hand. A byte takes a picosecond.
#include <catch2/catch.hpp>

#include "jacquard/stack/compose.hpp"
#include "unit/stack/hand_made.hpp"
#include "unit/stack/timeline_faults.hpp"

using namespace hand_made;
using stack::Call;
using stack::ComposeOptions;
using stack::Sync;
using stack::Timeline;

namespace {

Timeline composed(PlanMaker& maker, const stack::SlotClock& slots,
                  const ComposeOptions& options = {}) {
  Timeline timeline = compose(maker.plan(), slots, options);
  CHECK(timeline_faults(maker.plan(), slots, timeline) == std::vector<std::string>{});
  return timeline;
}

}  // namespace

TEST_CASE("calls with the same setting share a slot where both fit") {
  PlanMaker maker(2, 1);
  const int pattern = maker.between(0, 1);
  const int larger = maker.add_template({{pattern, 60}});
  const int smaller = maker.add_template({{pattern, 40}});
  maker.call(larger, {{0}, {1}});
  maker.call(smaller, {{0}, {1}});
  const Timeline timeline = composed(maker, clock(125, 5, 20));
  REQUIRE(timeline.placed.size() == 2);
  CHECK(timeline.slots == 1);
  CHECK(timeline.placed[1].lead.count() == 60);
  CHECK(timeline.step.count() == 5 + 60 + 40 + 20);
  ComposeOptions alone;
  alone.share = false;
  CHECK(composed(maker, clock(125, 5, 20), alone).slots == 2);
}

TEST_CASE("a repetition whose slot is shared is an entry of its own") {
  PlanMaker maker(2, 1);
  const int pattern = maker.between(0, 1);
  const int repeated = maker.add_template({{pattern, 60, 4}});
  const int smaller = maker.add_template({{pattern, 40}});
  maker.call(repeated, {{0}, {1}});
  maker.call(smaller, {{0}, {1}});
  const Timeline timeline = composed(maker, clock(125, 5, 20));
  REQUIRE(timeline.placed.size() == 3);
  CHECK(timeline.slots == 4);
  CHECK(timeline.placed[0].repetitions == 1);
  CHECK(timeline.placed[1].lead.count() == 60);
  CHECK(timeline.placed[1].start == 0);
  CHECK(timeline.placed[2].first_repetition == 1);
  CHECK(timeline.placed[2].repetitions == 3);
}

TEST_CASE("the room of a last slot takes what saves another message a slot") {
  PlanMaker maker(2, 1);
  const int pattern = maker.between(0, 1);
  const int first = maker.add_template({{pattern, 250}});   // 3 slots, the last half full
  const int second = maker.add_template({{pattern, 130}});  // 2 slots alone, 1 behind 50
  maker.call(first, {{0}, {1}});
  maker.call(second, {{0}, {1}});
  const Timeline timeline = composed(maker, clock(125, 5, 20));
  REQUIRE(timeline.placed.size() == 3);
  CHECK(timeline.placed[1].start == 2);
  CHECK(timeline.placed[1].lead.count() == 50);
  CHECK(timeline.placed[1].bytes.count() == 50);
  CHECK(timeline.placed[2].from.count() == 50);
  CHECK(timeline.placed[2].bytes.count() == 80);
  CHECK(timeline.slots == 4);
}

TEST_CASE("a long transfer gives way at a slot's begin, and the residue follows") {
  PlanMaker maker(3, 1);
  const int bulk = maker.add_template({{maker.between(0, 1), 300}});
  const int urgent = maker.add_template({{maker.between(0, 2), 100}});
  maker.call(bulk, {{0}, {1}});
  const int computed_ = maker.compute(0, 100);
  const int received = maker.call(urgent, {{0, {computed_}}, {2}}).back();
  maker.compute(2, 2000, {received});
  const Timeline timeline = composed(maker, clock(125, 5, 20));
  REQUIRE(timeline.placed.size() == 3);
  CHECK(timeline.placed[0].slots == 1);  // of bulk
  CHECK(timeline.placed[1].call == 1);
  CHECK(timeline.placed[1].start == 1);
  CHECK(timeline.placed[2].start == 2);
  CHECK(timeline.placed[2].from.count() == 100);
  CHECK(timeline.step.count() == 2 * 125 + 2000);
  ComposeOptions whole;
  whole.cut = false;
  CHECK(composed(maker, clock(125, 5, 20), whole).step.count() == 4 * 125 + 2000);
}

TEST_CASE("a placeholder keeps its ports for a balanced demand times headroom, and the decision") {
  PlanMaker maker(1, 4);
  const int exchange = maker.add_template(
      {{maker.ring({0}), 100}, {maker.shift(rounds::Shape({4}), 0, 2, {0}), 100}});
  const int ring = maker.add_template({{maker.ring({0}), 100}});
  maker.call(exchange, {{0}}, Call::Kind::placeholder);
  maker.call(ring, {{0}});
  ComposeOptions options;
  options.headroom = 1.5;
  options.decision = base::Picoseconds{130};
  const Timeline timeline = composed(maker, clock(125, 5, 20), options);
  REQUIRE(timeline.reserved.size() == 1);
  CHECK(timeline.reserved[0].slots == 2 + 2 * 2);  // 150 bytes take two slots, for each of two
  REQUIRE(timeline.placed.size() == 1);
  CHECK(timeline.slots == 7);
}

TEST_CASE("where a change of setting takes slots, ports wait for the next repetition") {
  PlanMaker maker(1, 4);
  const int gather = maker.add_template({{maker.ring({0}), 100, 3}});
  const int other = maker.add_template({{maker.shift(rounds::Shape({4}), 0, 2, {0}), 100, 2}});
  maker.call(gather, {{0}});
  maker.call(other, {{0}});
  const Timeline timeline = composed(maker, clock(50, 1000, 60, Sync::on_dependency));
  // 1000 + 100 in 22 slots, there at 1160; then 2 slots of 4, twice; then the other's change.
  REQUIRE(timeline.placed.size() == 5);
  for (int k = 0; k < 3; ++k) CHECK(base::at(timeline.placed, k).call == 0);
  CHECK(timeline.placed[1].start == 24);
  CHECK(timeline.placed[2].start == 28);
  CHECK(timeline.placed[3].start == 30);
  CHECK_FALSE(timeline.placed[3].held);
  CHECK(timeline.placed[4].held);
}
