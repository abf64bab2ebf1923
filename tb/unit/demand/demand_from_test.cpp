// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/demand_from.hpp"

#include <catch2/catch.hpp>

#include "jacquard/demand/generate.hpp"
#include "support/source_tree.hpp"

using namespace jacquard::demand;

TEST_CASE("a demand is named by a class and its ports or by a file") {
  const DemandMatrix generated = demand_from("moe:8", 3, 9, {});
  const DemandMatrix expected = generate(DemandClass::moe, 8, 9, 3);
  REQUIRE(generated.ports() == 8);
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) CHECK(generated.at(i, j) == expected.at(i, j));
  }
  const std::string path =
      jacquard::tb::in_source_tree("configs/traces/esft_16x16_token_matrices.jsonl");
  CHECK(demand_from(path, 207, 1, {}).ports() == 16);
  ReadOptions options;
  options.drop_diagonal = true;
  CHECK(demand_from("uniform:4", 0, 1, options).at(2, 2).count() == 0);
}

TEST_CASE("a name that is neither is an error that helps") {
  CHECK_THROWS_WITH(demand_from("mow:8", 0, 1, {}), Catch::Contains("did you mean 'moe'?"));
  CHECK_THROWS_WITH(demand_from("moe", 0, 1, {}), Catch::Contains("did you mean 'moe:16'?"));
  for (const char* text : {"moe:0", "moe:1025", "moe:", "moe:-3", "moe:8x", "moe:99999999999"}) {
    CHECK_THROWS_WITH(demand_from(text, 0, 1, {}), Catch::Contains("1..1024 ports"));
  }
  CHECK_THROWS_WITH(demand_from("no/such:file", 0, 1, {}), Catch::Contains("a readable file"));
  CHECK_THROWS_WITH(demand_from("moe:8", -1, 1, {}), Catch::Contains("--index"));
}
