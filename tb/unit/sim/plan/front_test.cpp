// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/front.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "support/fault_of.hpp"
#include "unit/sim/plan/questions.hpp"

using namespace jacquard;
using planner::front_of;

namespace {

using Points = std::vector<std::pair<double, double>>;

// By the definition, each against each.
std::vector<std::size_t> front_by_pairs(const Points& points) {
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto beats = [&](const std::pair<double, double>& other) {
      return other.first <= points[i].first && other.second <= points[i].second &&
             other != points[i];
    };
    if (std::none_of(points.begin(), points.end(), beats)) front.push_back(i);
  }
  return front;
}

}  // namespace

TEST_CASE("A front holds exactly the points that no other one beats, equal ones too") {
  for (std::uint64_t index = 0; index < 300; ++index) {
    base::Rng rng(7, "front", index);
    Points points(rng.below(30));
    for (auto& point : points) {  // of few values, so that many are equal
      point = {static_cast<double>(rng.below(8)), static_cast<double>(rng.below(8))};
    }
    std::vector<std::size_t> front = front_of(points);
    CHECK(std::is_sorted(front.begin(), front.end(),
                         [&](std::size_t a, std::size_t b) { return points[a] < points[b]; }));
    std::sort(front.begin(), front.end());
    CHECK(front == front_by_pairs(points));
  }
}

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
