// SPDX-License-Identifier: Apache-2.0
// Schedules that can be found by hand. A byte takes a picosecond.
#include "jacquard/stack/compose.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "unit/stack/hand_made.hpp"
#include "unit/stack/timeline_faults.hpp"

using namespace hand_made;
using jacquard::base::ConfigError;
using stack::Call;
using stack::Placed;
using stack::Sync;
using stack::Timeline;

namespace {

Timeline composed(PlanMaker& maker, const stack::SlotClock& slots, int channels = 1) {
  stack::ComposeOptions options;
  options.channels = channels;
  Timeline timeline = compose(maker.plan(), slots, options);
  CHECK(timeline_faults(maker.plan(), slots, timeline) == std::vector<std::string>{});
  CHECK(!(timeline.step < bound_of(maker.plan(), fabric(slots, channels)).time()));
  return timeline;
}

}  // namespace

TEST_CASE("a ring's repetitions follow slot by slot where each slot pays flight and guard") {
  PlanMaker maker(1, 4);
  const int gather = maker.add_template({{maker.ring({0}), 100, 3}});
  maker.call(gather, {{0}});
  const Timeline timeline = composed(maker, clock(125, 5, 20));
  REQUIRE(timeline.placed.size() == 1);
  CHECK(timeline.placed[0].repetitions == 3);
  CHECK(timeline.placed[0].slots == 1);
  CHECK(timeline.slots == 3);
  CHECK(timeline.step.count() == 2 * 125 + 5 + 100 + 20);
  CHECK(bound_of(maker.plan(), fabric(clock(125, 5, 20))).path.count() == 3 * (100 + 20));
  CHECK(bound_of(maker.plan(), fabric(clock(125, 5, 20))).load.count() == 3 * 100);
}

TEST_CASE("a ring's repetitions wait for the flight alone where dependencies pay it") {
  PlanMaker maker(1, 4);
  const int gather = maker.add_template({{maker.ring({0}), 100, 3}});
  maker.call(gather, {{0}});
  const Timeline timeline = composed(maker, clock(50, 5, 20, Sync::on_dependency));
  // 5 + 100 in 3 slots, there at 125; held, 100 in 2 slots from 150, there at 270; from 300.
  REQUIRE(timeline.placed.size() == 3);
  CHECK_FALSE(timeline.placed[0].held);
  CHECK(timeline.placed[0].slots == 3);
  CHECK(timeline.placed[1].held);
  CHECK(timeline.placed[1].start == 3);
  CHECK(timeline.placed[1].slots == 2);
  CHECK(timeline.placed[2].start == 6);
  CHECK(timeline.step.count() == 300 + 100 + 20);
}

TEST_CASE("Chronos's 4 x 4 example: rows and columns each are one global permutation a slot") {
  // Chronos s5.2: 16 NPUs, data parallelism along rows, tensor parallelism along columns.
  PlanMaker maker(1, 16);
  const rounds::Shape grid({4, 4});
  const int row = maker.shift(grid, 0, 1, {0});
  const int column = maker.shift(grid, 1, 1, {0});
  const int tensor = maker.add_template({{column, 80, 3}}, 1);
  const int data = maker.add_template({{row, 100, 3}, {row, 100, 3, {0}}}, 2);
  const int gathered = maker.call(tensor, {{0}}).front();
  const int computed_ = maker.compute(0, 1000, {gathered});
  maker.call(data, {{0, {computed_}}});
  const Timeline timeline = composed(maker, clock(125, 5, 20));
  // Columns in slots 0..2, there at 250 + 5 + 80 + 20; computation until 1355; rows from slot 11.
  REQUIRE(timeline.placed.size() == 3);
  CHECK(timeline.placed[0].start == 0);
  CHECK(timeline.placed[0].repetitions == 3);
  CHECK(timeline.placed[1].start == 11);
  CHECK(timeline.placed[2].start == 14);
  CHECK(timeline.slots == 17);
  CHECK(timeline.step.count() == 16 * 125 + 125);
  CHECK(bound_of(maker.plan(), fabric(clock(125, 5, 20))).path.count() == 3 * 100 + 1000 + 6 * 120);
}

TEST_CASE("stages of a pipeline share slots where their ports are disjoint") {
  PlanMaker maker(2, 4);
  const int forward = maker.add_template({{maker.between(0, 1), 100}});
  const int backward = maker.add_template({{maker.between(1, 0), 100}});
  const int ring_0 = maker.add_template({{maker.ring({0}), 100, 3}}, 1);
  const int ring_1 = maker.add_template({{maker.ring({1}), 100, 3}}, 1);
  maker.call(forward, {{0}, {1}});
  maker.call(backward, {{1}, {0}});
  maker.call(ring_0, {{0}});
  maker.call(ring_1, {{1}});
  const Timeline timeline = composed(maker, clock(125, 5, 20));
  // The rings' ways are longer; the messages of both directions then share the fourth slot.
  REQUIRE(timeline.placed.size() == 4);
  CHECK(timeline.placed[0].start == 0);
  CHECK(timeline.placed[1].start == 0);
  CHECK(timeline.placed[2].start == 3);
  CHECK(timeline.placed[3].start == 3);
  CHECK(timeline.slots == 4);
}

TEST_CASE("of messages that wait for a port the one with the longer way goes first") {
  PlanMaker maker(3, 1);
  const int to_1 = maker.add_template({{maker.between(0, 1), 100}});
  const int to_2 = maker.add_template({{maker.between(0, 2), 100}});
  maker.call(to_1, {{0}, {1}});
  const int received = maker.call(to_2, {{0}, {2}}).back();
  maker.compute(2, 500, {received});
  const Timeline timeline = composed(maker, clock(125, 5, 20));
  REQUIRE(timeline.placed.size() == 2);
  CHECK(timeline.placed[0].call == 1);
  CHECK(timeline.placed[1].call == 0);
  CHECK(timeline.step.count() == 125 + 500);
}

TEST_CASE("two channels carry what one carries in turn") {
  PlanMaker maker(1, 4);
  const int gather = maker.add_template({{maker.ring({0}), 100, 3}});
  maker.call(gather, {{0}});
  maker.call(gather, {{0}});
  CHECK(composed(maker, clock(125, 5, 20)).slots == 6);
  CHECK(composed(maker, clock(125, 5, 20), 2).slots == 3);
}

TEST_CASE("calls of one communicator go in the order of an actor's nodes") {
  PlanMaker maker(2, 2);
  const int first = maker.add_template({{maker.ring({0}), 100, 2}}, 7);
  const int second = maker.add_template({{maker.ring({0}), 100, 1}}, 7);
  const int computed_ = maker.compute(0, 300);
  maker.call(first, {{0, {computed_}}});
  const int urgent = maker.call(second, {{0}}).front();
  maker.compute(0, 1000, {urgent});
  const Timeline timeline = composed(maker, clock(125, 5, 20));
  REQUIRE(timeline.placed.size() == 2);
  CHECK(timeline.placed[0].call == 0);
  CHECK(timeline.placed[0].start == 3);
  CHECK(timeline.placed[1].start == 5);
  CHECK(timeline.step.count() == 6 * 125 + 1000);
}

TEST_CASE("a barrier makes all who take part wait for the last") {
  PlanMaker maker(2, 1);
  const int barrier = maker.add_template({});
  const int slow = maker.compute(0, 700);
  const std::vector<int> sides = maker.call(barrier, {{0, {slow}}, {1}}, Call::Kind::barrier);
  maker.compute(1, 50, {sides[1]});
  CHECK(composed(maker, clock(125, 5, 20)).step.count() == 750);
}

TEST_CASE("an NPU that is free takes the first of its computations that are ready") {
  PlanMaker maker(2, 1);
  const int message = maker.add_template({{maker.between(0, 1), 100}});
  const int first = maker.compute(0, 300);
  const int second = maker.compute(0, 40);
  maker.call(message, {{0, {second}}, {1}});
  const Timeline timeline = composed(maker, clock(125, 5, 20));
  CHECK(first < second);
  CHECK(timeline.placed[0].start == 3);  // behind 340
}

TEST_CASE("a message that does not fit takes several slots") {
  PlanMaker maker(2, 1);
  const int message = maker.add_template({{maker.between(0, 1), 250}});
  maker.call(message, {{0}, {1}});
  const Timeline per_slot = composed(maker, clock(125, 5, 20));
  CHECK(per_slot.placed[0].slots == 3);
  CHECK(per_slot.step.count() == 2 * 125 + 5 + 50 + 20);
  const Timeline on_dependency = composed(maker, clock(125, 5, 20, Sync::on_dependency));
  CHECK(on_dependency.placed[0].slots == 3);
  CHECK(on_dependency.step.count() == 5 + 250 + 20);
}

TEST_CASE("calls that wait for each other are named") {
  PlanMaker maker(2, 1);
  const int ring = maker.add_template({{maker.ring({0, 1}), 100}}, 1);
  // Call 0 is actor 0's first and actor 1's second; call 1 the other way round.
  stack::Plan& plan = maker.plan();
  maker.call(ring, {{0}, {1}});
  maker.call(ring, {{0}, {1}});
  std::swap(plan.actors[1].nodes[0].call, plan.actors[1].nodes[1].call);
  std::swap(plan.sides[1].node, plan.sides[3].node);
  CHECK_THROWS_WITH(compose(plan, clock(125, 5, 20), {}),
                    "hand-made: expected calls in an order that can run to its end, found some "
                    "that wait for each other, as call 0 (any) of actor 0, actor 1");
}

TEST_CASE("a step longer than times can say is refused") {
  PlanMaker maker(2, 1);
  const int message = maker.add_template({{maker.between(0, 1), 4'000'000'000'000'000'000, 9}});
  maker.call(message, {{0}, {1}});
  CHECK_THROWS_AS(compose(maker.plan(), clock(1'000'000'000'000, 5, 20), {}), ConfigError);
}
