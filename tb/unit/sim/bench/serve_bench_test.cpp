// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/serve_bench.hpp"

#include <catch2/catch.hpp>

#include "jacquard/report/result.hpp"
#include "sim/bench/token_heap.hpp"

using namespace jacquard;

TEST_CASE("the bench of serving counts steps, configurations and tokens of each case") {
  bench::BenchOptions options;
  options.repeat = 1;
  std::vector<report::Row> rows;
  bench::bench_serve(options, [&](const report::Printed& row) { rows.push_back(row.json); });
  REQUIRE(rows.size() == 5);
  for (const report::Row& row : rows) {
    CAPTURE(row.dump());
    CHECK(row["per_wall_s"].get<double>() * row["wall_ms"].get<double>() / 1e3 ==
          Approx(row["count"].get<double>()));
    if (row["counted"] == "configurations") continue;
    // A step gives each running sequence a token at most.
    CHECK(row["output_tokens"].get<double>() <= row["count"].get<double>() * 256);
  }
  // Ten minutes of arrivals end after ten minutes, if the node keeps up.
  CHECK(rows[1]["simulated_s"].get<double>() > 570);
  CHECK(rows[1]["simulated_s"].get<double>() < 650);
  CHECK(rows[2]["output_tokens"].get<double>() == 195'753);  // the sum of the file's column
}

TEST_CASE("the heap of tokens ends with the last token of the last request") {
  serve::Request one;
  one.arrival = base::Picoseconds{100};
  one.output = 3;
  serve::Request two = one;
  two.arrival = base::Picoseconds{110};
  two.output = 1;
  CHECK(bench::token_by_token({one, two}, base::Picoseconds{10}).count() == 120);
}
