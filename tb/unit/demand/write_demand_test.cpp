// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/write_demand.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "jacquard/demand/read_demand.hpp"

using namespace jacquard;
using demand::DemandMatrix;

TEST_CASE("a demand that was written reads back to the byte") {
  const DemandMatrix one(2, {0, 1, 99'999'999'999'999, 3});
  const DemandMatrix two(1, {7});
  const std::string stem = (std::filesystem::temp_directory_path() / "write_demand_test").string();
  for (const char* end : {".csv", ".json", ".jsonl"}) {
    demand::write_demand(stem + end, {one});
    const auto back = demand::read_demand_sequence(stem + end, {});
    REQUIRE(back.size() == 1);
    CHECK(std::equal(one.row_major().begin(), one.row_major().end(), back[0].row_major().begin(),
                     back[0].row_major().end()));
  }
  demand::write_demand(stem + ".jsonl", {one, two});
  CHECK(demand::read_demand_sequence(stem + ".jsonl", {}).size() == 2);
  CHECK_THROWS_WITH(demand::write_demand(stem + ".csv", {one, two}), Catch::Contains("--index"));
  CHECK_THROWS_WITH(demand::write_demand("-", {one}), Catch::Contains(".csv"));
  for (const char* end : {".csv", ".json", ".jsonl"}) std::filesystem::remove(stem + end);
}
