// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/event_baselines.hpp"

#include <catch2/catch.hpp>

#include "jacquard/report/result.hpp"
#include "sim/bench/packet_bench.hpp"

using namespace jacquard;

TEST_CASE("the baselines of events run for any number of pending ones") {
  for (const int pending : {1, 3, 256}) {
    CHECK(bench::heap_events_per_s(pending, 1'000) > 0);
    CHECK(bench::kernel_events_per_s(pending, 1'000) > 0);
  }
}

TEST_CASE("the packet bench gives a valid row per scenario and size") {
  bench::BenchOptions options;
  options.ports = {2, 3};
  options.repeat = 2;
  report::Result result("bench", 1, {});
  bench::bench_packet(options, [&](report::Printed row) { result.add(std::move(row)); });
  REQUIRE(result.rows().size() == 4);
  for (const report::Row& row : result.rows()) {
    CHECK(row["valid"] == true);
    CHECK(row["packets_per_wall_s"].get<double>() > 0);
  }
}
