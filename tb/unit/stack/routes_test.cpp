// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/routes.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/stack/link_use.hpp"
#include "unit/stack/route_plans.hpp"
#include "unit/stack/traced_fabric.hpp"

using namespace jacquard::stack;
using jacquard::base::at;
using jacquard::base::Rng;
using jacquard::tb::two_tiers;
namespace tb = jacquard::tb;

namespace {

const jacquard::config::Place kHere{"fabric.json", ""};

int below(Rng& rng, int bound) {
  return static_cast<int>(rng.below(static_cast<std::uint64_t>(bound)));
}

// Some pairs (sender, receiver) among the ranks of two actors, in no order at all.
Pattern scattered(const Plan& plan, int from, int to, Rng& rng) {
  Pattern pattern;
  pattern.kind = Pattern::Kind::listed;
  pattern.senders = {from};
  pattern.receivers = {to};
  std::vector<int> senders;
  std::vector<int> receivers;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    if (at(plan.actor_of, rank) == from) senders.push_back(rank);
    if (at(plan.actor_of, rank) == to) receivers.push_back(rank);
  }
  const auto order = rng.permutation(static_cast<int>(receivers.size()));
  for (std::size_t k = 0; k < senders.size() && k < receivers.size(); ++k) {
    if (rng.chance(0.9)) pattern.pairs.emplace_back(senders[k], at(receivers, order[k]));
  }
  return pattern;
}

Plan random_plan(Rng& rng) {
  const int actors = 1 + below(rng, 4);
  Plan plan = tb::plan_of_stages(actors * (3 + below(rng, 30)), actors);
  for (int k = 0; k < 5; ++k) {
    plan.patterns.push_back(scattered(plan, below(rng, actors), below(rng, actors), rng));
  }
  return plan;
}

Seating random_seating(const Plan& plan, const Sizes& sizes, double broken, Rng& rng) {
  Seating seating;
  const auto ports = rng.permutation(sizes.ports);
  seating.port_of.assign(ports.begin(), ports.begin() + plan.ranks);
  for (int leaf = 0; leaf < sizes.leaves; ++leaf) {
    for (int link = 1; link < sizes.uplinks; ++link) {
      if (rng.chance(broken)) seating.failed_links.push_back({leaf, link});
    }
  }
  return seating;
}

bool uses(const Seating& seating, int leaf, int link) {
  return std::binary_search(seating.failed_links.begin(), seating.failed_links.end(),
                            Uplink{leaf, link});
}

// Circuits of a pattern at its busiest leaf and end.
int largest_degree(const Plan& plan, const Routes& routes, int pattern, bool local) {
  std::map<std::pair<bool, int>, int> degree;
  int largest = 0;
  for (const auto& circuit : tb::circuits_of(plan, pattern)) {
    const int from = routes.leaf_of_rank(circuit.sender);
    const int to = routes.leaf_of_rank(circuit.receiver);
    if (local && from == to) continue;
    largest = std::max({largest, ++degree[{false, from}], ++degree[{true, to}]});
  }
  return largest;
}

}  // namespace

TEST_CASE("any partial permutation is carried by settings that are matchings", "[stack]") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed, "routes");
    const Plan plan = random_plan(rng);
    Fabric fabric;
    fabric.local = rng.chance(0.7);
    const int leaf_ports = 1 + below(rng, 12);
    const int spines = 1 + below(rng, 4);
    const Sizes sizes =
        two_tiers(plan.ranks + below(rng, 9), leaf_ports, spines * (1 + below(rng, 4)), spines);
    const double broken = seed % 3 == 0 ? 0.15 : 0;
    const Seating seating = random_seating(plan, sizes, broken, rng);
    const Routes routes(plan, fabric, sizes, seating, kHere);
    CAPTURE(seed);
    for (int p = 0; p < 5; ++p) {
      const int degree = largest_degree(plan, routes, p, fabric.local);
      if (broken == 0) {
        REQUIRE(routes.parts(p) == std::max(1, (degree + sizes.uplinks - 1) / sizes.uplinks));
      }
      std::size_t carried = 0;
      for (int part = 0; part < routes.parts(p); ++part) {
        tb::TracedFabric traced(sizes);
        REQUIRE(traced.set(plan, routes, p, part));
        for (const auto& circuit : tb::circuits_of(plan, p)) {
          const int link = routes.link(p, part, circuit.sender);
          if (link == Routes::kNotInPart) continue;
          ++carried;
          REQUIRE(traced.traced(routes.port_of_rank(circuit.sender)) ==
                  routes.port_of_rank(circuit.receiver));
          if (link == Routes::kLocal) continue;
          REQUIRE_FALSE(uses(seating, routes.leaf_of_rank(circuit.sender), link));
          REQUIRE_FALSE(uses(seating, routes.leaf_of_rank(circuit.receiver), link));
        }
      }
      REQUIRE(carried == tb::circuits_of(plan, p).size());
    }
  }
}

TEST_CASE("three tiers carry any partial permutation, and all at once if no tier has less",
          "[stack]") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed, "three tiers");
    const Plan plan = random_plan(rng);
    Fabric fabric;
    fabric.tiers = 3;
    fabric.radix = 24;
    fabric.leaf_ports = 3 + below(rng, 6);
    fabric.uplinks = fabric.leaf_ports;
    fabric.pod_leaves = 2 + below(rng, 4);
    const bool enough = rng.chance(0.5);
    if (!enough) fabric.spine_uplinks = 1 + below(rng, 3);
    const Sizes sizes = sizes_of(fabric, plan.ranks, kHere);
    const Routes routes(plan, fabric, sizes, random_seating(plan, sizes, 0, rng), kHere);
    CAPTURE(seed);
    for (int p = 0; p < 5; ++p) {
      if (enough && sizes.pod_links >= sizes.pod_leaves * sizes.links) {
        REQUIRE(routes.parts(p) == 1);
      }
      std::size_t carried = 0;
      for (int part = 0; part < routes.parts(p); ++part) {
        tb::TracedFabric traced(sizes);
        REQUIRE(traced.set(plan, routes, p, part));
        for (const auto& circuit : tb::circuits_of(plan, p)) {
          if (routes.link(p, part, circuit.sender) == Routes::kNotInPart) continue;
          ++carried;
          REQUIRE(traced.traced(routes.port_of_rank(circuit.sender)) ==
                  routes.port_of_rank(circuit.receiver));
        }
      }
      REQUIRE(carried == tb::circuits_of(plan, p).size());
    }
    for (int a = 0; a < 5; ++a) {
      for (int b = 0; b < a; ++b) {
        if (!may_share_slot(at(plan.patterns, a), at(plan.patterns, b))) continue;
        for (int part = 0; part < routes.parts(a); ++part) {
          tb::TracedFabric traced(sizes);
          traced.set(plan, routes, a, part);
          REQUIRE(routes.conflicts().between(routes.setting(a, part), routes.setting(b, 0)) ==
                  !traced.set(plan, routes, b, 0));
        }
      }
    }
  }
}

TEST_CASE("spines with a quarter of the uplinks cut what leaves the pod, and nothing else",
          "[stack]") {
  const Plan plan = tb::megatron(4, 2, 8, 4);  // 4 stages of 64
  Fabric fabric;
  fabric.tiers = 3;
  fabric.radix = 32;
  fabric.leaf_ports = 16;
  fabric.pod_leaves = 4;
  fabric.spine_uplinks = 4;
  const Sizes sizes = sizes_of(fabric, plan.ranks, kHere);
  REQUIRE(sizes.pods == 4);
  REQUIRE(sizes.spines * sizes.links == 16);
  REQUIRE(sizes.links == 4);
  const Routes routes(plan, fabric, sizes, {}, kHere);
  for (std::size_t p = 0; p < plan.patterns.size(); ++p) {
    const bool leaves = plan.patterns[p].kind == Pattern::Kind::between;
    REQUIRE(routes.parts(static_cast<int>(p)) == (leaves ? 4 : 1));
  }
  REQUIRE(routes.exceptions() == 0);
  REQUIRE_FALSE(routes.conflicts().any());
}

TEST_CASE("patterns conflict where their settings together are no matching", "[stack]") {
  int found = 0;
  int free = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed, "conflicts");
    const Plan plan = random_plan(rng);
    const Sizes sizes = two_tiers(plan.ranks, 2 + below(rng, 9), 2 + below(rng, 6), 1);
    const Routes routes(plan, {}, sizes, random_seating(plan, sizes, 0, rng), kHere);
    CAPTURE(seed);
    for (int a = 0; a < 5; ++a) {
      for (int b = 0; b < a; ++b) {
        if (!may_share_slot(at(plan.patterns, a), at(plan.patterns, b))) continue;
        for (int part = 0; part < routes.parts(a); ++part) {
          for (int other = 0; other < routes.parts(b); ++other) {
            tb::TracedFabric traced(sizes);
            const bool first = traced.set(plan, routes, a, part);
            const bool both = first && traced.set(plan, routes, b, other);
            REQUIRE(routes.conflicts().between(routes.setting(a, part), routes.setting(b, other)) ==
                    !both);
            REQUIRE(routes.conflicts().between(routes.setting(b, other), routes.setting(a, part)) ==
                    !both);
            (both ? free : found) += 1;
          }
        }
      }
    }
  }
  REQUIRE(found > 100);
  REQUIRE(free > 100);
}

TEST_CASE("stages of whole leaves follow the rule alone, and never conflict", "[stack]") {
  const int ports = 64;
  for (const auto& [tp, cp, dp, pp] :
       std::vector<std::array<int, 4>>{{8, 1, 16, 4}, {8, 2, 8, 4}, {4, 4, 4, 8}, {2, 1, 32, 3}}) {
    const Plan plan = tb::megatron(tp, cp, dp, pp);
    const Sizes sizes = two_tiers(plan.ranks, ports, ports, ports);
    const Routes routes(plan, {}, sizes, {}, kHere);
    REQUIRE(routes.exceptions() == 0);
    REQUIRE_FALSE(routes.conflicts().any());
    REQUIRE(routes.settings() == plan.patterns.size());
  }
}

TEST_CASE("at 131,072 ranks the stages of Llama 3 follow the rule alone", "[stack]") {
  const Plan plan = tb::megatron(8, 16, 64, 16);
  const Sizes sizes = two_tiers(plan.ranks, 256, 256, 256);
  const Routes routes(plan, {}, sizes, {}, kHere);
  REQUIRE(routes.exceptions() == 0);
  REQUIRE_FALSE(routes.conflicts().any());
}

TEST_CASE("one crossbar and a leaf alone carry all locally", "[stack]") {
  const Plan plan = tb::megatron(2, 1, 4, 2);
  Sizes one;
  one.ports = one.leaf_ports = 16;
  for (const Sizes& sizes : {one, two_tiers(16, 16, 16, 16)}) {
    const Routes routes(plan, {}, sizes, {}, kHere);
    for (int p = 0; p < static_cast<int>(plan.patterns.size()); ++p) {
      REQUIRE(routes.parts(p) == 1);
      for (const auto& circuit : tb::circuits_of(plan, p)) {
        REQUIRE(routes.link(p, 0, circuit.sender) == Routes::kLocal);
      }
    }
  }
}

TEST_CASE("with local off all goes up", "[stack]") {
  const Plan plan = tb::megatron(2, 1, 4, 2);
  Fabric fabric;
  fabric.local = false;
  const Sizes sizes = two_tiers(16, 4, 4, 2);
  const Routes routes(plan, fabric, sizes, {}, kHere);
  for (int p = 0; p < static_cast<int>(plan.patterns.size()); ++p) {
    for (const auto& circuit : tb::circuits_of(plan, p)) {
      REQUIRE(routes.link(p, 0, circuit.sender) == circuit.sender % 4);
    }
  }
}

TEST_CASE("a leaf with a quarter of the uplinks cuts what all its ranks send", "[stack]") {
  const Plan plan = tb::megatron(2, 1, 8, 2);  // stages of 16
  const Sizes sizes = two_tiers(32, 8, 2, 2);
  const Routes routes(plan, {}, sizes, {}, kHere);
  std::vector<int> parts;
  for (int p = 0; p < 8; ++p) parts.push_back(routes.parts(p));
  // Stage 0: TP within leaves; CP of one rank; DP between leaves by two ranks; PP by all 8.
  REQUIRE(parts == std::vector<int>{1, 1, 1, 1, 1, 1, 4, 4});
}

TEST_CASE("leaves without a working link of the same number are named", "[stack]") {
  Plan plan = tb::plan_of_stages(4, 2);
  plan.patterns.push_back(tb::between(0, 1, 2));
  Seating seating;
  seating.failed_links = {{0, 0}, {1, 1}};
  const Sizes sizes = two_tiers(4, 2, 2, 2);
  REQUIRE_THROWS_WITH(Routes(plan, {}, sizes, seating, kHere),
                      Catch::Contains("at leaves 0 and 1, as rank 0 sends between them"));
}
