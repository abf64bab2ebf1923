// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/fewest.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "unit/plan/layers/questions.hpp"

using namespace jacquard;
using planner::Fewest;
using planner::PlanConfig;

namespace {

Fewest fewest(const PlanConfig& config, int threads = 1) {
  return planner::fewest_nodes(config, planner::request_of(config), {false, threads}, [](int) {});
}

}  // namespace

// The oracle evaluates one count of
// nodes after the other, strategy by strategy.
TEST_CASE("The fewest nodes that meet a deadline are the first whose best strategy does") {
  PlanConfig config = tb::question("llama-65b", "a100-2048");
  config.deadline = "100 days";
  const Fewest found = fewest(config);
  REQUIRE(found.found());
  const int nodes = found.tried.back().nodes;
  CHECK(static_cast<int>(found.tried.size()) == nodes);
  const plan::Request request = planner::request_of(config);
  const double steps = 333786;  // of 2,048 x 2,048 tokens in 1.4e12
  for (int n = 1; n <= nodes; ++n) {
    const plan::Request here = planner::on_nodes(request, n);
    double least = 1e300;
    for (const plan::Strategy& s : plan::all_strategies(here.model, here.cluster)) {
      plan::Evaluator evaluator(here);
      const plan::Answer answer = evaluator.evaluate(s);
      if (answer.refused.empty() && answer.fits) least = std::min(least, answer.times.time);
    }
    CHECK((least * steps / 86400 <= 100) == (n == nodes));
  }
}

TEST_CASE("The fewest nodes are the same for any number of threads, and give up where told to") {
  PlanConfig config = tb::question("llama-65b", "a100-2048");
  config.deadline = "100 days";
  const Fewest one = fewest(config, 1), three = fewest(config, 3);
  REQUIRE(one.tried.size() == three.tried.size());
  for (std::size_t i = 0; i < one.tried.size(); ++i) {
    CHECK(planner::tried_metrics().json(one.tried[i]) ==
          planner::tried_metrics().json(three.tried[i]));
  }
  config.most_nodes = 3;
  const Fewest none = fewest(config);
  CHECK(!none.found());
  CHECK(none.tried.size() == 3);
}

// DLRM-A's tables have 793 G parameters of 2 bytes; with the 3x rule 4.76 TB, or 119 devices of
// 40 GB and what MLPs need: 15 nodes of 8.
TEST_CASE("A limit of memory alone asks for as many nodes as the tables need") {
  PlanConfig config = tb::question("dlrm-a", "zionex-128");
  config.memory_limit = base::Bytes{40'000'000'000};
  const Fewest found = fewest(config);
  REQUIRE(found.found());
  CHECK(found.tried.back().nodes == 15);
}

TEST_CASE("Fewest nodes need something to meet, and a deadline the size of the training") {
  PlanConfig config = tb::question("dlrm-a", "zionex-128");
  CHECK_THAT(tb::fault_of([&] { fewest(config); }), Catch::Contains("--deadline"));
  config.deadline = "3 days";
  CHECK_THAT(tb::fault_of([&] { fewest(config); }), Catch::Contains("--samples"));
  config.samples = 1e12;
  config.most_nodes = 20;
  CHECK(tb::fault_of([&] { fewest(config); }).empty());
}
