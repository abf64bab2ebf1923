// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/settings/settings.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/stack/compose.hpp"
#include "jacquard/stack/switches.hpp"
#include "support/fault_of.hpp"
#include "unit/stack/four_by_four.hpp"
#include "unit/stack/random_stack.hpp"
#include "unit/stack/switch_oracle.hpp"

using namespace jacquard::stack;
using jacquard::base::at;
using jacquard::base::Rng;
using jacquard::rounds::kNobody;
namespace tb = jacquard::tb;

namespace {

// What is wrong with the settings of all switches of a channel in a slot.
std::vector<std::string> faults(const Settings& settings, const tb::SwitchOracle& oracle,
                                int channel, std::int64_t slot, bool exact) {
  std::vector<std::string> found;
  std::map<tb::SwitchOracle::SwitchPort, int> set;
  const Stack& stack = settings.stack();
  std::vector<int> outputs;
  for (int number = 0; number < stack.sizes.switches(); ++number) {
    settings.setting(channel, number, slot, outputs);
    std::set<int> taken;
    for (int in = 0; in < static_cast<int>(outputs.size()); ++in) {
      const int out = at(outputs, in);
      if (out == kOnDemand || out == kNobody) continue;
      if (!taken.insert(out).second) found.push_back("an output twice");
      set[{number, in}] = out;
    }
  }
  for (const auto& [port, out] : oracle.used()) {
    const auto same = set.find(port);
    if (same == set.end() || same->second != out) found.push_back("a circuit in use is not set");
  }
  for (const auto& [port, out] : set) {
    const auto same = oracle.held().find(port);
    if (same == oracle.held().end() || same->second != out) found.push_back("a circuit too many");
  }
  if (exact && set != oracle.held()) found.push_back("a circuit was dropped early");
  return found;
}

std::vector<std::string> faults(const tb::RandomStack& of, bool exact) {
  const Settings settings(of.stack, *of.routes);
  std::vector<std::string> found;
  for (int channel = 0; channel < of.stack.fabric.channels; ++channel) {
    tb::SwitchOracle oracle(of.stack, *of.routes, channel);
    for (std::int64_t slot = 0; slot < settings.slots(); ++slot) {
      oracle.advance_to(slot);
      for (const std::string& fault : faults(settings, oracle, channel, slot, exact)) {
        found.push_back(fault);
      }
    }
  }
  return found;
}

}  // namespace

TEST_CASE("the 4 x 4 example has the permutations of its rows and columns, each until the next") {
  const auto made = tb::four_by_four_stack();
  const Settings settings(made->stack, *made->routes);
  REQUIRE(settings.slots() == 14);
  std::vector<int> outputs;
  for (std::int64_t slot = 0; slot < 14; ++slot) {
    settings.setting(0, 0, slot, outputs);
    for (int rank = 0; rank < 16; ++rank) {
      CAPTURE(slot, rank);
      const int next_in_column = rank / 4 * 4 + (rank + 1) % 4;
      const int next_in_row = (rank + 4) % 16;
      const int held = slot < 1 ? kNobody : slot < 8 ? next_in_column : next_in_row;
      const bool in_use = slot >= 1 && slot != 7;
      CHECK(at(outputs, rank) == held);
      CHECK(settings.receiver(0, rank, slot) == (in_use ? held : kNobody));
      CHECK(settings.sent(0, rank, slot).size() == (in_use ? 1 : 0));
    }
  }
  CHECK(settings.changes(0, 0) == std::vector<std::int64_t>{1, 8});
}

TEST_CASE("a setting has all circuits in use, and none beside but what no port was needed of") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed, "settings");
    CAPTURE(seed);
    REQUIRE(faults(*tb::random_stack(rng), false).empty());
  }
}

TEST_CASE("where a leaf is a stage each circuit stays until one of its ports is needed") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed, "aligned");
    auto made = tb::aligned_stack(27, rng);
    made->stack.timeline.reserved.clear();
    CAPTURE(seed);
    REQUIRE(faults(*made, true).empty());
  }
}

TEST_CASE("a setting of another timeline is found out") {
  int planted = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng(seed, "planted settings");
    const auto made = tb::aligned_stack(9, rng);
    Stack other = made->stack;
    auto& placed = other.timeline.placed;
    Placed& victim = placed[rng.below(placed.size())];
    victim.round = (victim.round + 1) % static_cast<int>(other.plan.patterns.size());
    const Routes routes(other.plan, other.fabric, other.sizes, other.seating, {"fabric.json", ""});
    const Settings settings(other, routes);
    std::size_t found = 0;
    tb::SwitchOracle oracle(made->stack, *made->routes, 0);
    for (std::int64_t slot = 0; slot < settings.slots(); ++slot) {
      oracle.advance_to(slot);
      found += faults(settings, oracle, 0, slot, false).size();
    }
    CAPTURE(seed);
    CHECK(found > 0);
    ++planted;
  }
  CHECK(planted == 30);
}

TEST_CASE("the peer of a port is the receiver of what is in use, traced or not") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed, "peers");
    const auto made = tb::random_stack(rng);
    const Settings settings(made->stack, *made->routes);
    const Plan& plan = made->stack.plan;
    for (int channel = 0; channel < made->stack.fabric.channels; ++channel) {
      for (std::int64_t slot = 0; slot < settings.slots(); ++slot) {
        std::map<int, int> peers;
        for (const Placed& placed : made->stack.timeline.placed) {
          if (placed.channel != channel || placed.start > slot || placed.end() <= slot) continue;
          const int p = at(plan.pattern_of_round, placed.round);
          for (const auto& c : tb::circuits_of(plan, p)) {
            if (made->routes->link(p, placed.part, c.sender) == Routes::kNotInPart) continue;
            peers[made->stack.port(c.sender)] = made->stack.port(c.receiver);
          }
        }
        for (int port = 0; port < made->stack.sizes.ports; ++port) {
          const auto peer = peers.find(port);
          CAPTURE(seed, channel, slot, port);
          REQUIRE(settings.receiver(channel, port, slot) ==
                  (peer == peers.end() ? kNobody : peer->second));
        }
      }
    }
  }
}

TEST_CASE("ports of a reserved time are left to the scheduler of the run") {
  const auto made = tb::four_by_four_stack();
  Stack stack = made->stack;
  stack.timeline.placed.resize(1);  // one part of the first all-reduce: slots 1 to 3
  REQUIRE(stack.timeline.placed[0].end() == 4);
  stack.timeline.reserved = {{1, 5, 2, 0}};
  const Settings settings(stack, *made->routes);
  std::vector<int> outputs;
  const auto first = [&](std::int64_t slot) {
    settings.setting(0, 0, slot, outputs);
    return outputs[0];
  };
  CHECK(first(4) == 1);  // still held
  CHECK(first(5) == kOnDemand);
  CHECK(first(6) == kOnDemand);
  CHECK(first(7) == kNobody);
}

TEST_CASE("switches have names") {
  const Sizes sizes = tb::two_tiers(64, 8, 8, 4);
  CHECK(switch_name(sizes, 0) == "leaf0");
  CHECK(switch_name(sizes, 8) == "spine0");
  CHECK(switch_named(sizes, "spine3", "--switch") == 11);
  CHECK(ports_of_switch(sizes, 0) == 16);
  CHECK(ports_of_switch(sizes, 8) == 16);  // 8 leaves, 2 cables from each
  CHECK(tb::fault_of([&] { switch_named(sizes, "spine4", "--switch"); }) ==
        "--switch: expected leaf0..leaf7 or spine0..spine3, found 'spine4'");
  CHECK_FALSE(tb::fault_of([&] { switch_named(sizes, "leaf-1", "--switch"); }).empty());
  Sizes one;
  one.ports = one.leaf_ports = 4;
  CHECK(switch_name(one, 0) == "crossbar");
  CHECK(switch_named(one, "crossbar", "--switch") == 0);
  CHECK_FALSE(tb::fault_of([&] { switch_named(one, "leaf0", "--switch"); }).empty());
}
