// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/demand_source.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/generate.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using Catch::Contains;

namespace {

std::vector<std::int64_t> entries(const demand::DemandMatrix& m) {
  return {m.row_major().begin(), m.row_major().end()};
}

}  // namespace

TEST_CASE("CLASS:PORTS is a generator, with the seed and index asked for") {
  const auto demands = cli::load_demands("moe:8", 3, {}, 42);
  REQUIRE(demands.size() == 1);
  CHECK(demands[0].index == 3);
  CHECK(entries(demands[0].matrix) ==
        entries(demand::generate(demand::DemandClass::moe, 8, 42, 3)));
  CHECK(cli::load_demands("sparse:4", std::nullopt, {}, 1).size() == cli::kGeneratedAll);
}

TEST_CASE("a generated demand loses its diagonal if asked to") {
  demand::ReadOptions reading;
  reading.drop_diagonal = true;
  const auto demands = cli::load_demands("uniform:5", 0, reading, 1);
  for (int i = 0; i < 5; ++i) CHECK(demands[0].matrix.at(i, i) == base::Bytes{0});
}

TEST_CASE("a file's matrices come one by one or all") {
  const std::string path = tb::in_source_tree("configs/traces/esft_16x16_token_matrices.jsonl");
  const auto all = cli::load_demands(path, std::nullopt, {}, 1);
  CHECK(all.size() == 208);
  const auto one = cli::load_demands(path, 171, {}, 1);
  REQUIRE(one.size() == 1);
  CHECK(entries(one[0].matrix) == entries(all[171].matrix));
  CHECK(all[171].index == 171);
}

TEST_CASE("what is neither file nor generator is refused by name") {
  CHECK_THROWS_WITH(cli::load_demands("mow:8", 0, {}, 1), Contains("did you mean 'moe'?"));
  CHECK_THROWS_WITH(cli::load_demands("moe:0", 0, {}, 1), Contains("1..1024"));
  CHECK_THROWS_WITH(cli::load_demands("moe:99999", 0, {}, 1), Contains("1..1024"));
  CHECK_THROWS_AS(cli::load_demands("no/such/file.csv", 0, {}, 1), base::ConfigError);
}

TEST_CASE("an index is a whole number from 0, or all") {
  CHECK(cli::parse_index("17") == 17);
  CHECK_FALSE(cli::parse_index("all").has_value());
  for (const char* wrong : {"", "-1", "1.5", "2x", "99999999999"}) {
    INFO(wrong);
    CHECK_THROWS_AS(cli::parse_index(wrong), base::ConfigError);
  }
}
