// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/drawn_routing.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "support/folder.hpp"

using namespace jacquard;
using machine::DrawnRouting;

namespace {

constexpr int kRanks = 8;
const std::vector<std::int64_t> kTokens = {3, 0, 40, 7, 1, 90, 12, 5};

DrawnRouting routed(const std::string& routing, int experts, int top_k) {
  const config::Place place{"test", ""};
  return {{kRanks, experts, 0, top_k, 4}, workload::expert_routing(routing, place), 9, place};
}

}  // namespace

TEST_CASE("Where a token takes all experts, each rank gets it once for each of its experts") {
  for (const char* const routing : {"uniform", "power_law:1.2", "drifting"}) {
    CAPTURE(routing);
    const auto choices = routed(routing, 16, 16).choices(kTokens, 2, 5);
    for (std::size_t source = 0; source < kRanks; ++source) {
      for (std::size_t rank = 0; rank < kRanks; ++rank) {
        CHECK(choices[source * kRanks + rank] == 2 * kTokens[source]);
      }
    }
  }
}

TEST_CASE("No rank of one expert gets a token twice, and every token has all its choices") {
  for (const char* const routing : {"uniform", "power_law:1.2", "drifting"}) {
    for (int layer = 0; layer < 4; ++layer) {
      const auto choices = routed(routing, kRanks, 3).choices(kTokens, layer, 1);
      for (std::size_t source = 0; source < kRanks; ++source) {
        std::int64_t sum = 0;
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
          CHECK(choices[source * kRanks + rank] <= kTokens[source]);
          sum += choices[source * kRanks + rank];
        }
        CHECK(sum == 3 * kTokens[source]);
      }
    }
  }
}

TEST_CASE("Of experts that are alike each has k / E of the tokens, wherever they come from") {
  const std::vector<std::int64_t> many(kRanks, 20'000);
  const auto choices = routed("uniform", kRanks, 2).choices(many, 0, 0);
  const double mean = 20'000 * 2.0 / kRanks, deviation = std::sqrt(mean * (1 - 2.0 / kRanks));
  for (const std::int64_t count : choices) {
    CHECK(std::abs(static_cast<double>(count) - mean) < 5 * deviation);
  }
}

TEST_CASE("Choices are the same for the same step and layer, and others for others") {
  const DrawnRouting routing = routed("drifting", 64, 6);
  CHECK(routing.choices(kTokens, 1, 3) == routing.choices(kTokens, 1, 3));
  CHECK(routing.choices(kTokens, 1, 3) != routing.choices(kTokens, 2, 3));
  CHECK(routing.choices(kTokens, 1, 3) != routing.choices(kTokens, 1, 4));
}

TEST_CASE("A log knows ranks alone, so all choices of a token may be one rank") {
  const tb::Folder folder;
  std::string text;
  for (int i = 0; i < kRanks; ++i) text += "0,0,5,0,0,0,0,0\n";
  folder.file("log.csv", text);
  const auto choices = routed(folder.path("log.csv"), kRanks, 3).choices(kTokens, 0, 0);
  for (std::size_t source = 0; source < kRanks; ++source) {
    CHECK(choices[source * kRanks + 2] == 3 * kTokens[source]);
  }
}

TEST_CASE("Steps that were prepared have the choices of steps that were not") {
  const std::vector<int> layers = {0, 2, 3};
  for (const char* const routing : {"uniform", "power_law:1.2", "drifting"}) {
    DrawnRouting prepared = routed(routing, 32, 4);
    const DrawnRouting plain = routed(routing, 32, 4);
    for (const std::uint64_t step : {0u, 1u, 2u, 3u, 70u, 71u, 5u}) {
      CAPTURE(routing, step);
      prepared.prepare(layers, step);
      for (const int layer : layers) {
        CHECK(prepared.choices(kTokens, layer, step) == plain.choices(kTokens, layer, step));
      }
    }
  }
}
