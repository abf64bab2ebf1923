// SPDX-License-Identifier: Apache-2.0
// Over random plans: what compose() makes holds, and what is broken in it is found.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <tuple>

#include "jacquard/stack/compose.hpp"
#include "unit/stack/random_plan.hpp"
#include "unit/stack/timeline_faults.hpp"

using namespace hand_made;
using stack::Sync;
using stack::Timeline;

namespace {

stack::SlotClock random_clock(base::Rng& rng) {
  const Sync sync = rng.chance(0.5) ? Sync::per_slot : Sync::on_dependency;
  const std::int64_t guard =
      sync == Sync::on_dependency && rng.chance(0.3) ? rng.between(100, 1000) : rng.between(0, 30);
  const std::int64_t flight = rng.between(0, 60);
  const std::int64_t least = sync == Sync::per_slot ? guard + flight : 0;
  return clock(least + rng.between(1, 200), guard, flight, sync);
}

// At each output and input, of entries as they are written: none begins before the one ahead of it
// has come to its last slot, which is the only one that it may share.
bool share_last_slots_only(const stack::Plan& plan, const Timeline& timeline) {
  std::map<std::tuple<int, bool, int>, std::int64_t> until;  // actor, receives, channel
  for (const stack::Placed& placed : timeline.placed) {
    const auto& pattern = base::at(plan.patterns, base::at(plan.pattern_of_round, placed.round));
    for (const bool receives : {false, true}) {
      for (const int actor : receives ? pattern.receivers : pattern.senders) {
        std::int64_t& end = until[{actor, receives, placed.channel}];
        if (placed.start < end - 1) return false;
        end = std::max(end, placed.end());
      }
    }
  }
  return true;
}

}  // namespace

TEST_CASE("timelines of random plans hold, end no earlier than the bound, and are repeatable") {
  for (std::uint64_t k = 0; k < 1500; ++k) {
    base::Rng rng(1, "timelines", k);
    RandomSize size;
    size.placeholders = rng.chance(0.3);
    size.bytes = rng.chance(0.5) ? 400 : 3000;
    PlanMaker maker = random_plan(rng, size);
    const stack::SlotClock slots = random_clock(rng);
    stack::ComposeOptions options;
    options.channels = static_cast<int>(rng.between(1, 3));
    options.cut = rng.chance(0.7);
    options.share = rng.chance(0.7);
    options.passes = rng.chance(0.3) ? 2 : 0;
    options.headroom = 1 + rng.uniform();
    options.decision = base::Picoseconds{rng.between(0, 300)};
    const Timeline timeline = compose(maker.plan(), slots, options);
    INFO("plan " << k);
    REQUIRE(timeline_faults(maker.plan(), slots, timeline) == std::vector<std::string>{});
    REQUIRE(share_last_slots_only(maker.plan(), timeline));
    const stack::Bound bound = bound_of(maker.plan(), fabric(slots, options.channels));
    REQUIRE(!(timeline.step < bound.time()));
    const Timeline again = compose(maker.plan(), slots, options);
    REQUIRE(again.step == timeline.step);
    REQUIRE(again.placed.size() == timeline.placed.size());
  }
}

TEST_CASE("a timeline with a planted fault is found out") {
  int planted = 0;
  for (std::uint64_t k = 0; k < 100; ++k) {
    base::Rng rng(2, "planted", k);
    PlanMaker maker = random_plan(rng, {});
    const stack::SlotClock slots = random_clock(rng);
    const Timeline timeline = compose(maker.plan(), slots, {});
    if (timeline.placed.empty()) continue;
    const std::size_t victim = rng.below(timeline.placed.size());
    const auto found = [&](const Timeline& broken) {
      return !timeline_faults(maker.plan(), slots, broken).empty();
    };
    INFO("plan " << k);
    Timeline dropped = timeline;
    dropped.placed.erase(dropped.placed.begin() + static_cast<std::ptrdiff_t>(victim));
    CHECK(found(dropped));
    Timeline doubled = timeline;
    doubled.placed.push_back(doubled.placed[victim]);
    CHECK(found(doubled));
    Timeline fewer = timeline;
    fewer.placed[victim].bytes += base::Bytes{1};
    CHECK(found(fewer));
    Timeline quicker = timeline;
    quicker.step = quicker.step - base::Picoseconds{1};
    CHECK(found(quicker));
    ++planted;
  }
  CHECK(planted > 80);
}

TEST_CASE("a message moved one slot ahead breaks what it waits for or the port's other use") {
  // compose() places greedily, so each message that does not begin at once waits for something,
  // unless ports wait for the next message of a setting that takes long to change.
  for (std::uint64_t k = 0; k < 100; ++k) {
    base::Rng rng(3, "moved", k);
    PlanMaker maker = random_plan(rng, {});
    const stack::SlotClock slots = random_clock(rng);
    if (slots.sync == Sync::on_dependency && !(slots.guard < slots.slot)) continue;
    const Timeline timeline = compose(maker.plan(), slots, {});
    for (std::size_t p = 0; p < timeline.placed.size(); ++p) {
      if (timeline.placed[p].start == 0) continue;
      Timeline moved = timeline;
      --moved.placed[p].start;
      INFO("plan " << k << ", placed " << p);
      CHECK_FALSE(timeline_faults(maker.plan(), slots, moved).empty());
    }
  }
}
