// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/engine_bench.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/report/result.hpp"

using namespace jacquard;

TEST_CASE("the engine bench gives a valid row per case, with its baseline") {
  bench::BenchOptions options;
  options.ports = {16};
  options.repeat = 1;
  report::Result result("bench", 1, {});
  bench::bench_engine(options, [&](report::Printed row) { result.add(std::move(row)); });
  REQUIRE(result.rows().size() == 7);
  for (const report::Row& row : result.rows()) {
    CHECK(row["valid"] == true);
    CHECK(row["wall_ms"].get<double>() > 0);
    CHECK(row["baseline_wall_ratio"].get<double>() > 0);
  }
  // 2 x 15 messages of each NPU and chunk, and for each the beginning and the end of a phase.
  CHECK(result.rows()[2]["events"] == 16 * 4 * (30 + 2));
  CHECK(result.rows()[5]["events"] == 4 * (30 + 2));
}

TEST_CASE("the engine bench refuses rings that are none") {
  bench::BenchOptions options;
  options.ports = {2};
  report::Result result("bench", 1, {});
  CHECK_THROWS_AS(
      bench::bench_engine(options, [&](report::Printed row) { result.add(std::move(row)); }),
      base::ConfigError);
}
