// SPDX-License-Identifier: Apache-2.0
// jacquard schedule --index all: means that say how sure they are.
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"

using namespace jacquard;
using nlohmann::json;
using tb::Folder;

TEST_CASE("Means over a sequence are those of its rows, paired matrix by matrix") {
  const Folder folder;
  folder.file("three.jsonl", "[[0,100],[100,0]]\n[[0,300],[100,0]]\n[[50,800],[100,70]]\n");
  const tb::Answer answer =
      tb::run_program({"schedule", "--demand", "three.jsonl", "--index", "all", "--scheduler",
                       "exact,round-robin", "--guard", "1 ns", "--json", "--no-timing"},
                      folder);
  const json rows = json::parse(answer.out)["rows"];
  REQUIRE(rows.size() == 8);
  double sum[2] = {0, 0};
  std::vector<double> ratios;
  for (std::size_t k = 0; k < 6; ++k) sum[k % 2] += rows[k]["makespan_ps"].get<double>();
  const std::size_t best = sum[0] <= sum[1] ? 0 : 1;
  for (std::size_t k = 0; k < 3; ++k) {
    ratios.push_back(rows[2 * k + 1 - best]["makespan_ps"].get<double>() /
                         rows[2 * k + best]["makespan_ps"].get<double>() -
                     1);
  }
  for (std::size_t s = 0; s < 2; ++s) {
    const json& mean = rows[6 + s];
    CHECK(mean["row_kind"] == "mean");
    CHECK(mean["matrices"] == 3);
    CHECK(mean["makespan_mean_ps"].get<double>() == Approx(sum[s] / 3));
    CHECK(mean["paired_with"] == rows[best]["scheduler"]);
  }
  const double mean = (ratios[0] + ratios[1] + ratios[2]) / 3;
  double squares = 0;
  for (const double ratio : ratios) squares += (ratio - mean) * (ratio - mean);
  const json& other = rows[7 - best];
  CHECK(other["longer_mean"].get<double>() == Approx(mean));
  // Three values: t = 4.303 at 2 degrees of freedom.
  CHECK(other["longer_within"].get<double>() ==
        Approx(4.3027 * std::sqrt(squares / 2 / 3)).epsilon(0.001));
}
