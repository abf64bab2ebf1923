// SPDX-License-Identifier: Apache-2.0
// What switches were set to in a replay is what the stack's settings say.
#include "jacquard/stack/settings/settings.hpp"

#include <catch2/catch.hpp>
#include <functional>

#include "jacquard/stack/repair.hpp"
#include "jacquard/stack/switches.hpp"
#include "systemc/stack/replay.hpp"
#include "systemc/stack/stacks.hpp"

using namespace hand_made;
using jacquard::base::Picoseconds;
using jacquard::systemc::replay;
using jacquard::systemc::ReplayOptions;
using jacquard::systemc::ReplayOutcome;
using stack::Stack;

namespace {

// Connections of a replay that the settings of the stack say otherwise.
int differences(const Stack& stack, const ReplayOutcome& out, int& compared) {
  const stack::Routes routes(stack.plan, stack.fabric, stack.sizes, stack.seating, {"fabric", ""});
  const stack::Settings settings(stack, routes);
  std::vector<int> said;
  int found = 0;
  for (const auto& record : out.trace.settings) {
    if (record.from == record.to) continue;
    const int at = record.crossbar.empty()
                       ? 0
                       : stack::switch_named(stack.sizes, record.crossbar, "the replay");
    const Picoseconds up{stack.clock.flight.count() / 2};
    const std::int64_t first = (record.guard_from - up).count() / stack.clock.slot.count();
    const std::int64_t end = (record.to - up).count() / stack.clock.slot.count();
    for (const std::int64_t slot : {first, end - 1}) {
      if (slot < first) continue;
      settings.setting(0, at, slot, said);
      for (std::size_t input = 0; input < record.columns.size(); ++input) {
        if (record.columns[input] < 0) continue;
        found += base::at(said, input) != record.columns[input];
        ++compared;
      }
    }
  }
  return found;
}

// Stages of a Megatron-like job: rings in groups of two and four, messages between two stages.
PlanMaker two_stages() {
  PlanMaker maker(2, 8);
  const rounds::Shape shape({2, 4, 2});
  std::vector<int> sent;
  for (const int stage : {0, 1}) {
    const int tp = maker.add_template({{maker.shift(shape, 0, 1, {stage}), 60}}, 1);
    const int dp = maker.add_template({{maker.shift(shape, 1, 1, {stage}), 90, 3}}, 2);
    int last = maker.call(tp, {{stage, {maker.compute(stage, 200)}}}).front();
    last = maker.compute(stage, 300, {last});
    sent.push_back(last);
    maker.call(dp, {{stage, {last}}});
  }
  maker.call(maker.add_template({{maker.between(0, 1), 120}}), {{0, {sent[0]}}, {1}});
  return maker;
}

}  // namespace

TEST_CASE("switches of a replay are set as the settings of the stack say") {
  ReplayOptions options;
  options.keep = true;
  int compared = 0;
  for (std::uint64_t k = 0; k < 300; ++k) {
    base::Rng rng(3, "settings", k);
    PlanMaker maker = random_plan(rng, {});
    if (!all_messages_meet(maker.plan())) continue;
    const int leaf_ports = static_cast<int>(rng.between(1, 4));
    const Stack stack = stack_of(maker.plan(), clock(125, 5, 20),
                                 k % 3 == 0 ? one_crossbar() : leaves_of(leaf_ports, leaf_ports));
    INFO("plan " << k);
    CHECK(differences(stack, replay(stack, options), compared) == 0);
  }
  CHECK(compared > 1000);
}

TEST_CASE("a stack that was repaired replays on what is left of its fabric") {
  stack::Fabric fabric = leaves_of(4, 4);
  fabric.spares = 4;
  PlanMaker maker = two_stages();
  const Stack healthy = stack_of(maker.plan(), clock(125, 5, 20), fabric);
  CHECK(replay(healthy, {}).step == healthy.timeline.step);
  stack::Failures failures;
  failures.ports = {3, 9};
  failures.links = {{1, 2}};
  const stack::Repaired repaired = stack::repaired(healthy, failures, {}, {"test", ""});
  REQUIRE(repaired.moves.size() >= 2);
  ReplayOptions options;
  options.keep = true;
  const ReplayOutcome out = replay(repaired.stack, options);
  CHECK(out.step == repaired.stack.timeline.step);
  CHECK(out.late_messages == 0);
  for (const auto& link : out.trace.links) {
    const bool failed = link.name == "leaf0 to port 3" || link.name == "leaf2 to port 9";
    if (failed) CHECK(link.bytes.count() == 0);
  }
  int compared = 0;
  CHECK(differences(repaired.stack, out, compared) == 0);
  CHECK(compared > 10);
}
