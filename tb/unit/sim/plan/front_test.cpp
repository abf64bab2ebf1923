// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/front.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "unit/plan/layers/questions.hpp"

using namespace jacquard;

TEST_CASE("A front among counts of nodes ends at the most devices that a question takes") {
  planner::PlanConfig config = tb::question("dlrm-a", "zionex-128");  // 16 nodes of 8
  CHECK(planner::node_counts(config, true) == std::vector<int>{1, 2, 4, 8, 16, 32, 64});
  CHECK(planner::node_counts(config, false) == std::vector<int>{16});
  config.system.devices = 64;
  config.system.nodes = 1 << 20;  // 2^26 devices
  CHECK(planner::node_counts(config, true).back() == 1 << 20);
}

TEST_CASE("Figures that a front cannot be of are named") {
  const auto fault = [](const std::string& text) {
    return tb::fault_of([&] { planner::parse_axes(text); });
  };
  CHECK(fault("memory,throughput").empty());
  for (const char* const text : {"memory", "memory,memory", "", "memory,throughput,days"}) {
    CAPTURE(text);
    CHECK_THAT(fault(text), Catch::Contains("two figures"));
  }
  CHECK_THAT(fault("memory,throughputs"), Catch::Contains("did you mean 'throughput'?"));
}
