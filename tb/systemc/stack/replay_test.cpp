// SPDX-License-Identifier: Apache-2.0
// Stacks in SystemC. A byte takes a picosecond.
#include "systemc/stack/replay.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "systemc/stack/stacks.hpp"

using namespace hand_made;
using jacquard::base::Bytes;
using jacquard::base::ConfigError;
using jacquard::base::Picoseconds;
using jacquard::systemc::LatePolicy;
using jacquard::systemc::replay;
using jacquard::systemc::ReplayOptions;
using jacquard::systemc::ReplayOutcome;
using stack::Stack;
using stack::Sync;

namespace {

// An all-reduce of four ranks by a ring, 100 bytes a message, behind a computation of 300 ps.
PlanMaker ring_of_four() {
  PlanMaker maker(1, 4);
  const int ring = maker.ring({0});
  const int all_reduce = maker.add_template({{ring, 100, 3}, {ring, 100, 3, {0}}});
  maker.call(all_reduce, {{0, {maker.compute(0, 300)}}});
  return maker;
}

stack::SlotClock random_clock(base::Rng& rng) {
  const Sync sync = rng.chance(0.5) ? Sync::per_slot : Sync::on_dependency;
  const std::int64_t guard = rng.between(0, 30);
  const std::int64_t flight = rng.between(0, 60);
  stack::SlotClock made = clock(guard + flight + rng.between(4, 200), guard, flight, sync);
  // A byte then takes no whole picoseconds, and what it takes is rounded.
  if (rng.chance(0.3)) made.rate = base::BitsPerSecond{rng.between(3'000, 9'000) * 1'000'000'001};
  return made;
}

stack::Fabric random_fabric(base::Rng& rng) {
  const int channels = static_cast<int>(rng.between(1, 2));
  if (rng.chance(0.4)) return one_crossbar(channels);
  const int leaf_ports = static_cast<int>(rng.between(1, 4));
  stack::Fabric fabric =
      leaves_of(leaf_ports, static_cast<int>(rng.between(1, leaf_ports)), channels);
  fabric.local = rng.chance(0.7);
  return fabric;
}

Stack ring_stack() { return stack_of(ring_of_four().plan(), clock(125, 5, 20), one_crossbar()); }

std::string fault_of(const Stack& stack) {
  try {
    replay(stack, {});
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a ring's all-reduce takes its slots, through one crossbar and two tiers") {
  for (const stack::Fabric& fabric : {one_crossbar(), leaves_of(2, 2), leaves_of(1, 1)}) {
    PlanMaker maker = ring_of_four();
    const Stack stack = stack_of(maker.plan(), clock(125, 5, 20), fabric);
    const ReplayOutcome out = replay(stack, {});
    // Six slots of 5 + 100 + 20 from the first that begins when 300 ps are over, the third.
    CHECK(out.step == Picoseconds{3 * 125 + 6 * 125});
    CHECK(out.step == stack.timeline.step);
    CHECK(out.messages == 6 * 4);
    CHECK(out.bytes_delivered == Bytes{6 * 4 * 100});
    CHECK(out.late_messages == 0);
    CHECK(out.slots == 9);
  }
}

TEST_CASE("replays end when the timelines of random plans say, on random fabrics") {
  int run = 0;
  for (std::uint64_t k = 0; k < 1500; ++k) {
    base::Rng rng(1, "replays", k);
    PlanMaker maker = random_plan(rng, {});
    if (!all_messages_meet(maker.plan())) continue;
    const stack::SlotClock slots = random_clock(rng);
    const Stack stack = stack_of(maker.plan(), slots, random_fabric(rng));
    INFO("plan " << k);
    ReplayOptions options;
    options.event_order = k % 2 == 0 ? 0 : k;
    const ReplayOutcome out = replay(stack, options);
    REQUIRE(out.step == stack.timeline.step);
    REQUIRE(out.late_messages == 0);
    ++run;
  }
  CHECK(run > 200);
}

TEST_CASE("a computation that takes longer than planned is found, and the slots wait for it") {
  Stack stack = ring_stack();
  stack.plan.actors[0].nodes[0].duration = Picoseconds{500};
  const ReplayOutcome out = replay(stack, {});
  // The first of six slots should begin at 375.
  CHECK(out.step == Picoseconds{500 + 6 * 125});
  CHECK(out.delayed == Picoseconds{125});
  CHECK(out.late_messages == 4);
  REQUIRE(out.late.size() == 4);
  CHECK(out.late[2].sender == 2);
  CHECK(out.late[2].receiver == 3);
  CHECK(out.late[2].slot == 3);
  CHECK(out.late[2].planned == Picoseconds{375});
  CHECK(out.late[2].sent == Picoseconds{500});
}

TEST_CASE("a message that comes later than planned is found where its receiver sends it on") {
  // The second repetition is planned for the slot in which the first still arrives.
  PlanMaker maker(1, 4);
  maker.call(maker.add_template({{maker.ring({0}), 100, 2}}), {{0}});
  Stack stack = stack_of(maker.plan(), clock(50, 5, 20, Sync::on_dependency), one_crossbar());
  REQUIRE(stack.timeline.placed.size() == 2);
  REQUIRE(stack.timeline.placed[1].start == 3);
  stack.clock.flight = Picoseconds{60};  // there at 165, the slot begins at 150
  const ReplayOutcome out = replay(stack, {});
  CHECK(out.late_messages == 4);
  CHECK(out.step == Picoseconds{165 + 100 + 60});
}

TEST_CASE("a late NPU delays the slots, by as much as it is too late") {
  ReplayOptions options;
  options.late = {{2, Picoseconds{50}}};  // its computation ends at 350, and the slot is at 375
  CHECK(replay(ring_stack(), options).step == Picoseconds{9 * 125});
  options.late = {{2, Picoseconds{100}}};
  const ReplayOutcome out = replay(ring_stack(), options);
  CHECK(out.late_messages == 1);
  CHECK(out.delayed == Picoseconds{25});
  CHECK(out.step == Picoseconds{9 * 125 + 25});
}

TEST_CASE("what a late NPU misses, and all that waits for it, is sent behind the last slot") {
  ReplayOptions options;
  options.policy = LatePolicy::skip;
  options.late = {{2, Picoseconds{100}}};
  const ReplayOutcome out = replay(ring_stack(), options);
  // The ring's three repetitions miss 1, 2 and 3 senders; nobody can begin the second round.
  CHECK(out.late_messages == 1 + 2 + 3 + 3 * 4);
  CHECK(out.slots_behind == 6);
  CHECK(out.step == Picoseconds{(9 + 6) * 125});
  CHECK(out.messages == 24);
  options.late = {};
  CHECK(replay(ring_stack(), options).step == Picoseconds{9 * 125});
}

TEST_CASE("late NPUs on random plans delay by no more than they are late, and lose nothing") {
  for (std::uint64_t k = 0; k < 200; ++k) {
    base::Rng rng(2, "late replays", k);
    PlanMaker maker = random_plan(rng, {});
    if (!all_messages_meet(maker.plan())) continue;
    const Stack stack = stack_of(maker.plan(), random_clock(rng), random_fabric(rng));
    const Picoseconds by{rng.between(1, 1000)};
    const int rank = static_cast<int>(rng.below(static_cast<std::uint64_t>(stack.plan.ranks)));
    INFO("plan " << k);
    const std::int64_t messages = replay(stack, {}).messages;
    for (const LatePolicy policy : {LatePolicy::delay, LatePolicy::skip}) {
      INFO("plan " << k << ", policy " << static_cast<int>(policy));
      ReplayOptions options;
      options.late = {{rank, by}};
      options.policy = policy;
      const ReplayOutcome out = replay(stack, options);
      CHECK(out.messages == messages);
      options.event_order = k + 1;
      CHECK(replay(stack, options).step == out.step);
      if (policy == LatePolicy::skip) continue;
      // Computations of one NPU may go in another order than planned, so a step may take longer.
      CHECK((out.delayed.count() > 0) == (out.late_messages > 0));
    }
  }
}

TEST_CASE("messages that share a slot go one behind the other, and residues complete them") {
  PlanMaker maker(1, 4);
  const int ring = maker.ring({0});
  const int of = maker.add_template({{ring, 100}});
  maker.call(of, {{0}});
  maker.call(maker.add_template({{ring, 40}}), {{0}});
  Stack stack = stack_of(maker.plan(), clock(105, 5, 20, Sync::on_dependency), one_crossbar());
  // 70 of the first; then its other 30, and 40 of the second behind them, in a slot that is held.
  stack::Placed first;
  first.bytes = Bytes{70};
  stack::Placed rest;
  rest.start = 1;
  rest.held = true;
  rest.from = Bytes{70};
  rest.bytes = Bytes{30};
  stack::Placed second = rest;
  second.call = 1;
  second.round = 1;
  second.from = Bytes{0};
  second.bytes = Bytes{40};
  second.lead = Bytes{30};
  stack.timeline.placed = {first, rest, second};
  const ReplayOutcome out = replay(stack, {});
  CHECK(out.step == Picoseconds{105 + 30 + 40 + 20});
  CHECK(out.bytes_delivered == Bytes{4 * 140});
  CHECK(out.messages == 8);
}

TEST_CASE("a stack that does not go together is refused, saying what and when") {
  const Stack good = ring_stack();
  REQUIRE(good.timeline.placed.size() == 2);
  Stack missing = good;
  missing.timeline.placed.pop_back();
  CHECK_THAT(fault_of(missing), Catch::Contains("rank 0 that waits for a slot to send"));
  Stack twice = good;
  twice.timeline.placed.push_back(twice.timeline.placed.back());
  twice.timeline.placed.back().start += 3;
  CHECK_THAT(fault_of(twice), Catch::Contains("again in slot 9"));
  Stack never = good;
  std::swap(never.timeline.placed[0].start, never.timeline.placed[1].start);
  CHECK_THAT(fault_of(never), Catch::Contains("slot 3, in which rank 0 sends in call 0, round 1"));
  Stack too_long = good;
  too_long.clock.guard = Picoseconds{30};
  CHECK_THAT(fault_of(too_long), Catch::Contains("5 B"));
  Stack crossed =
      stack_of(ring_of_four().plan(), clock(125, 5, 20, Sync::on_dependency), one_crossbar());
  crossed.timeline.placed.back().held = true;
  CHECK(fault_of(crossed).empty());  // the same circuits as before
  PlanMaker two(1, 4);
  const int there = two.add_template({{two.ring({0}), 100}});
  const int back = two.add_template({{two.shift(rounds::Shape({4}), 0, 3, {0}), 100}});
  two.call(there, {{0}});
  two.call(back, {{0}});
  Stack overlapping = stack_of(two.plan(), clock(125, 5, 20), one_crossbar());
  overlapping.timeline.placed.back().start = 0;
  CHECK_THAT(fault_of(overlapping), Catch::Contains("of crossbar is asked for by"));
  Stack unguarded = stack_of(two.plan(), clock(105, 5, 20, Sync::on_dependency), one_crossbar());
  REQUIRE(unguarded.timeline.placed.back().start == 1);
  unguarded.timeline.placed.back().held = true;
  CHECK_THAT(fault_of(unguarded), Catch::Contains("guard time of 5 ps"));
}

TEST_CASE("a replay is refused beyond what SystemC elaborates, and for NPUs that there are not") {
  PlanMaker maker(1, 513);
  maker.compute(0, 1);
  stack::Fabric fabric = one_crossbar();
  fabric.radix = 1024;
  const Stack large = stack_of(maker.plan(), clock(125, 5, 20), fabric);
  CHECK_THAT(fault_of(large),
             Catch::Contains("at most 512 ports of NPUs") && Catch::Contains("genstack check"));
  ReplayOptions options;
  options.late = {{4, Picoseconds{1}}};
  CHECK_THROWS_AS(replay(ring_stack(), options), ConfigError);
}

TEST_CASE("a replay leaves what NPUs and switches did") {
  ReplayOptions options;
  options.keep = true;
  const ReplayOutcome out = replay(ring_stack(), options);
  CHECK(out.trace.completion == out.step);
  CHECK(out.trace.activities.size() == 4 + 24);
  REQUIRE_FALSE(out.trace.settings.empty());
  // Its ring is set for the six slots from the third, half a flight later at the crossbar.
  CHECK(out.trace.settings.front().columns == std::vector<int>{1, 2, 3, 0});
  CHECK(out.trace.settings.front().guard_from == Picoseconds{375 + 10});
  CHECK(out.trace.settings.front().from == Picoseconds{375 + 10 + 5});
  Bytes carried{0};
  for (const auto& link : out.trace.links) carried += link.bytes;
  CHECK(carried == out.bytes_delivered);
}
