// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/repair.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "support/fault_of.hpp"
#include "unit/stack/route_plans.hpp"
#include "unit/stack/traced_fabric.hpp"

using namespace jacquard::stack;
using jacquard::base::at;
namespace tb = jacquard::tb;

namespace {

const jacquard::config::Place kHere{"--fail", ""};

// Stages of whole leaves, and `spares` ports behind.
Stack healthy(int tp, int dp, int pp, int leaf_ports, int spares) {
  Stack stack;
  stack.plan = tb::megatron(tp, 1, dp, pp);
  stack.fabric.spares = spares;
  stack.sizes = tb::two_tiers(stack.plan.ranks + spares, leaf_ports, leaf_ports, leaf_ports);
  return stack;
}

// Every pattern is carried, on working links alone, by ranks at working ports.
void require_sound(const Stack& stack) {
  const Routes routes(stack.plan, stack.fabric, stack.sizes, stack.seating, kHere);
  const auto& failed = stack.seating.failed_links;
  for (int rank = 0; rank < stack.plan.ranks; ++rank) {
    REQUIRE_FALSE(std::binary_search(stack.seating.failed_ports.begin(),
                                     stack.seating.failed_ports.end(), stack.port(rank)));
  }
  for (int p = 0; p < static_cast<int>(stack.plan.patterns.size()); ++p) {
    std::size_t carried = 0;
    for (int part = 0; part < routes.parts(p); ++part) {
      tb::TracedFabric traced(stack.sizes);
      REQUIRE(traced.set(stack.plan, routes, p, part));
      for (const auto& circuit : tb::circuits_of(stack.plan, p)) {
        const int link = routes.link(p, part, circuit.sender);
        if (link == Routes::kNotInPart) continue;
        ++carried;
        REQUIRE(traced.traced(stack.port(circuit.sender)) == stack.port(circuit.receiver));
        for (const int rank : {circuit.sender, circuit.receiver}) {
          REQUIRE_FALSE(std::binary_search(failed.begin(), failed.end(),
                                           Uplink{routes.leaf_of_rank(rank), link}));
        }
      }
    }
    REQUIRE(carried == tb::circuits_of(stack.plan, p).size());
  }
}

}  // namespace

TEST_CASE("failures are read by NPU, port, link, leaf and spine", "[stack]") {
  Stack stack = healthy(4, 4, 2, 8, 4);  // 32 ranks, 36 ports, leaves of 8 with 8 uplinks
  stack.sizes.spines = 4;
  stack.seating.port_of.resize(32);
  for (int rank = 0; rank < 32; ++rank) at(stack.seating.port_of, rank) = rank;
  at(stack.seating.port_of, 17) = 33;
  const Failures failures = read_failures("npu:17,link:3:6,port:0,port:0", stack, kHere);
  REQUIRE(failures.ports == std::vector<int>{0, 33});
  REQUIRE(failures.links == std::vector<Uplink>{{3, 6}});
  REQUIRE(read_failures("leaf:4", stack, kHere).ports == std::vector<int>{32, 33, 34, 35});
  REQUIRE(read_failures("spine:1", stack, kHere).links ==
          std::vector<Uplink>{
              {0, 1}, {0, 5}, {1, 1}, {1, 5}, {2, 1}, {2, 5}, {3, 1}, {3, 5}, {4, 1}, {4, 5}});
}

TEST_CASE("a failure that the fabric does not have is said in one line", "[stack]") {
  const Stack stack = healthy(4, 4, 2, 8, 4);
  const auto fault = [&](const std::string& text) {
    return tb::fault_of([&] { read_failures(text, stack, kHere); });
  };
  REQUIRE_THAT(fault("npu:32"), Catch::Contains("a rank in 0..31 in \"npu:32\""));
  REQUIRE_THAT(fault("port:-1"), Catch::Contains("a port in 0..35 in \"port:-1\""));
  REQUIRE_THAT(fault("link:5:0"), Catch::Contains("a leaf in 0..4 in \"link:5:0\""));
  REQUIRE_THAT(fault("link:0:8"), Catch::Contains("found \"8\""));
  REQUIRE_THAT(fault("npu:99999999999999999999"),
               Catch::Contains("found \"99999999999999999999\""));
  for (const char* text : {"", "npu", "npu:", "npu:1:2", "gpu:1", "link:1", ",", "npu:1,"}) {
    CAPTURE(text);
    REQUIRE_THAT(fault(text), Catch::StartsWith("--fail: expected "));
  }
}

TEST_CASE("one percent of ports is drawn by the seed, spares included", "[stack]") {
  const Sizes sizes = tb::two_tiers(1000, 8, 8, 8);
  const Failures drawn = drawn_failures(0.01, sizes, 7);
  REQUIRE(drawn.ports.size() == 10);
  REQUIRE(std::is_sorted(drawn.ports.begin(), drawn.ports.end()));
  REQUIRE(drawn.ports == drawn_failures(0.01, sizes, 7).ports);
  REQUIRE(drawn.ports != drawn_failures(0.01, sizes, 8).ports);
  REQUIRE(drawn_failures(0, sizes, 7).empty());
  REQUIRE(drawn_failures(1, sizes, 7).ports.size() == 1000);
}

TEST_CASE("a failed NPU's rank moves to the spare of its place, and the rule holds", "[stack]") {
  const Stack stack = healthy(8, 16, 4, 32, 32);  // stages of 4 leaves, a leaf of spares
  for (const int rank : {0, 5, 31, 200, 511}) {
    const Repaired result =
        repaired(stack, read_failures("npu:" + std::to_string(rank), stack, kHere), {}, kHere);
    REQUIRE(result.moves.size() == 1);
    REQUIRE(result.moves.front().rank == rank);
    REQUIRE(result.moves.front().from == rank);
    REQUIRE(result.moves.front().to == 512 + rank % 32);
    REQUIRE(result.exceptions == 0);
    REQUIRE(result.conflicts == 0);
    REQUIRE_FALSE(result.composed);
    require_sound(result.stack);
  }
}

TEST_CASE("one percent of failed ports leaves few circuits to exceptions", "[stack]") {
  const Stack stack = healthy(8, 64, 8, 256, 256);  // 4,096 ranks
  const std::size_t circuits = 8 * 512 * 6;         // TP, CP and DP alone
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Repaired result = repaired(stack, drawn_failures(0.01, stack.sizes, seed), {}, kHere);
    REQUIRE(result.moves.size() > 30);
    REQUIRE(result.patterns_cut == 0);
    REQUIRE(result.conflicts == 0);
    REQUIRE_FALSE(result.composed);
    REQUIRE(result.exceptions * 200 < static_cast<std::int64_t>(circuits));
    require_sound(result.stack);
  }
}

TEST_CASE("a failed link that all ranks of a leaf need sends one rank to a spare", "[stack]") {
  const Stack stack = healthy(4, 8, 2, 16, 4);  // stages of 2 leaves; each needs all its uplinks
  const Failures failures = read_failures("link:1:2", stack, kHere);
  const Repaired moved = repaired(stack, failures, {}, kHere);
  REQUIRE(moved.moves.size() == 1);
  REQUIRE(moved.moves.front().rank == 18);  // place 2 of leaf 1
  REQUIRE(moved.patterns_cut == 0);
  require_sound(moved.stack);

  RepairOptions around;
  around.use_spares = false;
  const Repaired cut = repaired(stack, failures, around, kHere);
  REQUIRE(cut.moves.empty());
  REQUIRE(cut.patterns_cut == 2);  // both ways between the stages: 16 circuits, 15 links
  REQUIRE(cut.composed);
  require_sound(cut.stack);
}

TEST_CASE("a failed spine is gone around where leaves have uplinks to spare", "[stack]") {
  Stack stack = healthy(4, 8, 2, 16, 0);
  stack.sizes = tb::two_tiers(64, 16, 20, 10);
  const Repaired result = repaired(stack, read_failures("spine:3", stack, kHere), {}, kHere);
  REQUIRE(result.patterns_cut == 0);
  REQUIRE(result.moves.empty());
  require_sound(result.stack);
}

TEST_CASE("without a spare a smaller plan sits where its ranks were, or it is said", "[stack]") {
  const Stack stack = healthy(4, 8, 2, 16, 0);
  const Failures failures = read_failures("npu:21", stack, kHere);  // of replica 5
  REQUIRE_THAT(tb::fault_of([&] { repaired(stack, failures, {}, kHere); }),
               Catch::Contains("expected spare ports for 1 ranks"));

  RepairOptions options;
  options.smaller = [](const std::vector<int>& lost) {
    REQUIRE(lost == std::vector<int>{21});
    SmallerPlan smaller{tb::megatron(4, 1, 7, 2), {}};
    for (int rank = 0; rank < 64; ++rank) {
      if (rank / 4 % 8 != 5) smaller.was.push_back(rank);
    }
    return smaller;
  };
  const Repaired result = repaired(stack, failures, options, kHere);
  REQUIRE(result.lost_ranks == 8);
  REQUIRE(result.stack.plan.ranks == 56);
  REQUIRE(result.stack.port(0) == 0);
  REQUIRE(result.stack.port(20) == 24);  // behind the replica that is left out
  REQUIRE(result.stack.port(55) == 63);
  require_sound(result.stack);
}
