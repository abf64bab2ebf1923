// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/reversed.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/stack/compose.hpp"
#include "unit/stack/random_plan.hpp"

using namespace hand_made;
using stack::Plan;

namespace {

bool same_nodes(const Plan& a, const Plan& b) {
  for (std::size_t k = 0; k < a.actors.size(); ++k) {
    const stack::Actor& x = a.actors[k];
    const stack::Actor& y = b.actors[k];
    if (x.nodes.size() != y.nodes.size()) return false;
    for (std::size_t n = 0; n < x.nodes.size(); ++n) {
      if (x.nodes[n].call != y.nodes[n].call || x.nodes[n].duration != y.nodes[n].duration) {
        return false;
      }
      const auto before_x = x.waits_for(x.nodes[n]);
      const auto before_y = y.waits_for(y.nodes[n]);
      std::vector<std::uint32_t> in_x(before_x.begin(), before_x.end());
      std::vector<std::uint32_t> in_y(before_y.begin(), before_y.end());
      std::sort(in_x.begin(), in_x.end());
      std::sort(in_y.begin(), in_y.end());
      if (in_x != in_y) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("a plan reversed twice is the plan, and its longest chain is as long backwards") {
  for (std::uint64_t k = 0; k < 200; ++k) {
    base::Rng rng(6, "reversed", k);
    PlanMaker maker = random_plan(rng, {});
    const Plan& plan = maker.plan();
    const Plan backwards = reversed(plan);
    const Plan again = reversed(backwards);
    INFO("plan " << k);
    REQUIRE(same_nodes(plan, again));
    for (std::size_t r = 0; r < plan.rounds.rounds.size(); ++r) {
      REQUIRE(plan.rounds.rounds[r].after == again.rounds.rounds[r].after);
      REQUIRE(plan.rounds.rounds[r].bytes == again.rounds.rounds[r].bytes);
    }
    REQUIRE(plan.pattern_of_round == again.pattern_of_round);
    // Without flight a chain of calls in program order is as long in both directions, too.
    const stack::Fabric near = fabric(clock(0, 0, 0));
    REQUIRE(bound_of(plan, near).path == bound_of(backwards, near).path);
    REQUIRE(bound_of(plan, near).load == bound_of(backwards, near).load);
  }
}

TEST_CASE("composing again by the run backwards never makes a step longer, and some shorter") {
  int shorter = 0;
  for (std::uint64_t k = 0; k < 200; ++k) {
    base::Rng rng(7, "passes", k);
    PlanMaker maker = random_plan(rng, {4, 40});
    const stack::SlotClock slots = clock(145, 5, 40);
    stack::ComposeOptions once;
    stack::ComposeOptions twice;
    twice.passes = 2;
    const auto first = compose(maker.plan(), slots, once).step;
    const auto second = compose(maker.plan(), slots, twice).step;
    CHECK(!(first < second));
    shorter += second < first ? 1 : 0;
  }
  CHECK(shorter > 10);
}
