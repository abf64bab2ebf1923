// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/gemm_bench.hpp"

#include <catch2/catch.hpp>

#include "jacquard/report/result.hpp"

using namespace jacquard;

TEST_CASE("the bench of products on meshes tunes in every mode and counts what it evaluates") {
  bench::BenchOptions options;
  options.repeat = 1;
  struct Enough {};
  std::vector<report::Row> rows;
  const auto take = [&](const report::Printed& row) {
    if (row.json["case"].get<std::string>().find(", all,") != std::string::npos) throw Enough();
    rows.push_back(row.json);
  };
  CHECK_THROWS_AS(bench::bench_gemm(options, take), Enough);
  REQUIRE(rows.size() == 3);
  for (const report::Row& row : rows) {
    CAPTURE(row.dump());
    CHECK(row["evaluated"].get<std::int64_t>() <= row["points"].get<std::int64_t>());
    CHECK(row["combinations"].get<double>() > row["points"].get<double>());
    CHECK(row["evaluated_per_wall_s"].get<double>() * row["wall_ms"].get<double>() / 1e3 ==
          Approx(row["evaluated"].get<double>()));
  }
}
