// SPDX-License-Identifier: Apache-2.0
// Calls whose demand only the run knows, in reserved slots. A byte takes a picosecond.
#include "systemc/stack/exchange.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "jacquard/workload/expert_demand.hpp"
#include "systemc/stack/replay.hpp"
#include "systemc/stack/stacks.hpp"

using namespace hand_made;
using jacquard::base::Bytes;
using jacquard::base::ConfigError;
using jacquard::base::Picoseconds;
using jacquard::systemc::Exchange;
using jacquard::systemc::replay;
using jacquard::systemc::ReplayOptions;
using jacquard::systemc::ReplayOutcome;
using stack::Stack;
using stack::Sync;

namespace demand = jacquard::demand;
namespace schedule = jacquard::schedule;
namespace workload = jacquard::workload;

namespace {

// An all-to-all of `ranks` that each put in 100 bytes for each, then a computation of 70 ps.
PlanMaker all_to_all(int ranks, int calls = 1) {
  PlanMaker maker(1, ranks);
  const int any = maker.add_template({{maker.ring({0}), 100, ranks - 1}}, 1);
  rounds::Collective& collective = maker.plan().rounds.collectives[0];
  collective.kind = rounds::CollectiveKind::all_to_all;
  collective.shape = rounds::Shape({ranks});
  collective.involved = {0};
  collective.bytes = Bytes{100 * ranks};
  int last = maker.compute(0, 0);
  for (int c = 0; c < calls; ++c) {
    last = maker.call(any, {{0, {last}}}, stack::Call::Kind::placeholder).front();
  }
  maker.compute(0, 70, {last});
  return maker;
}

Stack reserving(PlanMaker& maker, const stack::SlotClock& slots, const stack::Fabric& fabric,
                std::int64_t count) {
  Stack stack = stack_of(maker.plan(), slots, fabric);
  stack.timeline.placed.clear();
  stack.timeline.reserved.clear();
  std::int64_t start = 0;
  for (std::size_t c = 0; c < maker.plan().calls.size(); ++c) {
    stack.timeline.reserved.push_back({static_cast<std::int32_t>(c), start, count, 0});
    start += count + 1;
  }
  return stack;
}

ReplayOptions exact(Picoseconds latency) {
  ReplayOptions options;
  options.on_demand.decide = [latency](const demand::QuantaMatrix& demand) {
    return jacquard::systemc::all_at_once(demand, schedule::find_scheduler("exact").run(demand, {}),
                                          latency);
  };
  return options;
}

ReplayOptions in_bytes(const std::string& name, const std::string& shape, Picoseconds forward) {
  ReplayOptions options;
  options.on_demand.bits.reset();
  options.on_demand.forward = forward;
  options.on_demand.decide = [name, shape](const demand::QuantaMatrix& demand) {
    schedule::SchedulerOptions of;
    of.shape = shape;
    return jacquard::systemc::all_at_once(demand, schedule::find_scheduler(name).run(demand, of),
                                          Picoseconds{0});
  };
  return options;
}

}  // namespace

TEST_CASE("a balanced all-to-all takes a slot for each other rank, one to decide, and no more") {
  for (const stack::Fabric& fabric : {one_crossbar(), leaves_of(2, 2), leaves_of(1, 1)}) {
    PlanMaker maker = all_to_all(4);
    // Demands are known at 10 and permutations at 20: from the second slot on.
    const Stack stack = reserving(maker, clock(125, 5, 20), fabric, 4);
    const ReplayOutcome out = replay(stack, exact(Picoseconds{0}));
    CHECK(out.step == Picoseconds{4 * 125 + 70});
    CHECK(out.overflow_slots == 0);
    CHECK(out.bytes_delivered == Bytes{4 * 300});
    CHECK(out.messages == 12);
    CHECK(out.permutations == 3);
    CHECK(out.exchanges == 1);
  }
}

TEST_CASE("what does not fit in the reserved slots delays the step by as many as it needs") {
  PlanMaker maker = all_to_all(4);
  const Stack stack = reserving(maker, clock(125, 5, 20), one_crossbar(), 2);
  const ReplayOutcome out = replay(stack, exact(Picoseconds{0}));
  CHECK(out.overflow_slots == 2);
  CHECK(out.step == Picoseconds{4 * 125 + 70});
  const ReplayOutcome slow = replay(stack, exact(Picoseconds{500}));  // known at 520: from slot 5
  CHECK(slow.overflow_slots == 6);
  CHECK(slow.step == Picoseconds{8 * 125 + 70});
}

TEST_CASE("what waits for an all-to-all alone is sent in the slot behind it") {
  PlanMaker maker = all_to_all(4);
  const int ring = maker.add_template({{maker.ring({0}), 100, 1}});
  maker.call(ring, {{0, {1}}});  // behind the exchange, with no computation between them
  Stack stack = stack_of(maker.plan(), clock(125, 5, 20), one_crossbar());
  REQUIRE(stack.timeline.reserved.size() == 1);
  REQUIRE(stack.timeline.placed.size() == 1);
  const stack::Reserved& kept = stack.timeline.reserved.front();
  REQUIRE(stack.timeline.placed.front().start == kept.start + kept.slots);
  const ReplayOutcome out = replay(stack, exact(Picoseconds{0}));
  CHECK(out.late_messages == 0);
  CHECK(out.step == stack.timeline.step);
}

TEST_CASE("an all-to-all that nobody can begin is waited for") {
  PlanMaker maker = all_to_all(4);
  Stack stack = reserving(maker, clock(125, 5, 20), one_crossbar(), 4);
  stack.plan.actors[0].nodes[0].duration = Picoseconds{200};
  const ReplayOutcome out = replay(stack, exact(Picoseconds{0}));
  CHECK(out.late_messages == 1);
  CHECK(out.delayed == Picoseconds{200});
  CHECK(out.step == Picoseconds{200 + 4 * 125 + 70});
}

TEST_CASE("skewed experts overflow what balanced ones would need, and all of it arrives") {
  for (const stack::Fabric& fabric : {one_crossbar(), leaves_of(4, 4), leaves_of(4, 2)}) {
    for (const Sync sync : {Sync::per_slot, Sync::on_dependency}) {
      PlanMaker maker = all_to_all(8, 2);
      const Stack stack = reserving(maker, clock(125, 5, 20, sync), fabric, 9);
      ReplayOptions options = exact(Picoseconds{0});
      options.on_demand.routing = workload::expert_routing("power_law:1.2", {"test", ""});
      const ReplayOutcome out = replay(stack, options);
      CHECK(out.overflow_slots > 0);
      CHECK(out.exchanges == 2);
      // There and back is the transpose: both carry the same.
      const auto groups = jacquard::systemc::exchange_groups(stack.plan, 0, 0, options.on_demand);
      REQUIRE(groups.size() == 1);
      const auto back = jacquard::systemc::exchange_groups(stack.plan, 1, 1, options.on_demand);
      Bytes sum{0};
      for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) {
          sum += groups[0].demand.at(i, j);
          CHECK(groups[0].demand.at(i, j) == back[0].demand.at(j, i));
        }
      }
      CHECK(out.bytes_delivered == Bytes{2 * sum.count()});
      options.on_demand.seed = 2;
      CHECK(replay(stack, options).exchanges == 2);
    }
  }
}

TEST_CASE("groups side by side are each scheduled apart") {
  PlanMaker maker = all_to_all(8);
  rounds::Collective& collective = maker.plan().rounds.collectives[0];
  collective.shape = rounds::Shape({4, 2});  // ranks 0..3, and 4..7
  collective.bytes = Bytes{400};
  const Stack stack = reserving(maker, clock(125, 5, 20), one_crossbar(), 4);
  const ReplayOutcome out = replay(stack, exact(Picoseconds{0}));
  CHECK(out.bytes_delivered == Bytes{2 * 4 * 300});
  CHECK(out.permutations == 6);
  CHECK(out.overflow_slots == 0);
}

TEST_CASE("without a word on it the golden ladder core decides, at a gigahertz") {
  PlanMaker maker = all_to_all(4);
  const Stack stack = reserving(maker, clock(100'000, 5, 20), one_crossbar(), 2);
  const ReplayOutcome out = replay(stack, {});
  // Four loads, a start and the permutations are known within 100 ns; each then has its slot.
  CHECK(out.step == Picoseconds{4 * 100'000 + 70});
  CHECK(out.overflow_slots == 2);
}

TEST_CASE("a group with more ranks than a core has ports is refused") {
  PlanMaker maker = all_to_all(257);
  stack::Fabric fabric = one_crossbar();
  const Stack stack = reserving(maker, clock(125, 5, 20), fabric, 2);
  CHECK_THROWS_WITH(replay(stack, {}), Catch::Contains("at most 256 ranks"));
}

// 16 ranks as 4 x 4 put in 100 bytes for each other. A slot carries 800, so a shift's 400 need one:
// six slots instead of 15. For 9 of 15 destinations both digits differ.
TEST_CASE("shifts of two digits put more in a slot, and send on what has come") {
  PlanMaker maker = all_to_all(16);
  const Stack stack = reserving(maker, clock(825, 5, 20), one_crossbar(), 16);
  const ReplayOutcome direct = replay(stack, in_bytes("shifts", "16", Picoseconds{0}));
  CHECK(direct.permutations == 15);
  CHECK(direct.bytes_sent_on == Bytes{0});
  CHECK(direct.overflow_slots == 0);
  const ReplayOutcome shifts = replay(stack, in_bytes("shifts", "4x4", Picoseconds{0}));
  CHECK(shifts.permutations == 6);
  CHECK(shifts.bytes_delivered == direct.bytes_delivered);
  CHECK(shifts.bytes_delivered == Bytes{16 * 1500});
  CHECK(shifts.bytes_sent_on == Bytes{16 * 900});
  // Chosen by itself: half a slot is what a setting loses in the mean.
  const ReplayOutcome chosen = replay(stack, in_bytes("auto", "auto", Picoseconds{0}));
  CHECK(chosen.permutations <= 6);
  CHECK(chosen.bytes_delivered == direct.bytes_delivered);
}

// Demands are known at 10, permutations at 20. So six slots follow the first, and what a rank needs
// to send on delays the fourth of them by whole slots.
TEST_CASE("what has just come is sent on when its rank could store it") {
  PlanMaker maker = all_to_all(16);
  const Stack stack = reserving(maker, clock(825, 5, 20), one_crossbar(), 1);
  const auto beyond = [&](Picoseconds forward) {
    return replay(stack, in_bytes("shifts", "4x4", forward)).overflow_slots;
  };
  CHECK(beyond(Picoseconds{0}) == 6);
  CHECK(beyond(Picoseconds{825}) == 7);
  CHECK(beyond(Picoseconds{826}) == 8);
  const Stack flying = reserving(maker, clock(825, 5, 20, Sync::on_dependency), one_crossbar(), 1);
  CHECK(replay(flying, in_bytes("shifts", "4x4", Picoseconds{0})).overflow_slots == 7);
}

TEST_CASE(
    "over several hops each byte ends once, and is sent on by none that has not received it") {
  constexpr int kRanks = 12;
  for (const char* name : {"shifts", "spread", "round-robin-vlb"}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      jacquard::base::Rng rng(seed, "exchange over several hops", 0);
      demand::DemandMatrix asked(kRanks);
      std::vector<int> ranks;
      for (int i = 0; i < kRanks; ++i) {
        ranks.push_back(10 + i);
        for (int j = 0; j < kRanks; ++j) {
          if (i != j) asked.set(i, j, Bytes{rng.chance(0.2) ? 900 : rng.between(0, 60)});
        }
      }
      const auto how = in_bytes(name, name == std::string("shifts") ? "3x4" : "auto", {}).on_demand;
      const stack::SlotClock slots = clock(225, 5, 20);
      Exchange exchange({{ranks, asked}}, how, Picoseconds{0}, Picoseconds{0}, slots);
      demand::DemandMatrix lies = asked, came(kRanks), ended(kRanks);
      Picoseconds now{0};
      for (int slot = 0; !exchange.finished(); ++slot) {
        REQUIRE(slot < 2'000);
        if (slot > 0) exchange.next(now);
        for (const Exchange::Wish& wish : exchange.wishes(now)) {
          if (rng.chance(0.1)) continue;  // as if it found no link
          const int from = wish.from - 10, to = wish.to - 10;
          for (const auto& part : exchange.sent(wish, std::min(wish.left, Bytes{200}))) {
            const int end = part.destination - 10;
            lies.set(from, end, lies.at(from, end) - part.bytes);
            REQUIRE(lies.at(from, end) >= Bytes{0});
            demand::DemandMatrix& there = end == to ? ended : came;
            there.set(to, end, there.at(to, end) + part.bytes);
          }
        }
        for (int i = 0; i < kRanks; ++i) {
          for (int j = 0; j < kRanks; ++j) {
            lies.set(i, j, lies.at(i, j) + came.at(i, j));
            came.set(i, j, Bytes{0});
          }
        }
        now += slots.slot;
      }
      for (int j = 0; j < kRanks; ++j) {
        Bytes sum{0};
        for (int i = 0; i < kRanks; ++i) {
          sum += asked.at(i, j);
          CHECK(lies.at(i, j) == Bytes{0});
        }
        CHECK(ended.at(j, j) == sum);
      }
    }
  }
}
