// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/memory_tier.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using namespace jacquard::tb;

TEST_CASE("tiers fill from the nearest on, and each is read at its own rate") {
  const auto tiers = parse_tiers("pool:1 GB:100 GB/s:1 us,host:2 GB:10 GB/s", {"--spill", ""});
  REQUIRE(tiers.size() == 2);
  CHECK(tiers[1].name == "host");
  CHECK(tokens_beyond(tiers, 1000) == 3'000'000);
  CHECK(read_time(tiers, 0, 1000).count() == 0);
  CHECK(read_time(tiers, 500'000, 1000).count() == Approx(0.005 + 1e-6));
  // 1 GB from the pool, 0.5 GB from the host.
  CHECK(read_time(tiers, 1'500'000, 1000).count() == Approx(0.01 + 1e-6 + 0.05));
}

TEST_CASE("a tier without a capacity, a rate or a unit is refused") {
  for (const char* text : {"host", "host:1 TB", "host:1:64 GB/s", "host:0 B:64 GB/s",
                           "host:1 TB:0 GB/s", "host:1 TB:64 GB/s:1 us:2", "host:-1 TB:64 GB/s",
                           "host:1 TB:64 GB/s:-1 us", "host:nan TB:64 GB/s", "host:1 TB:64 GB/s:",
                           "host:1 TB:64 GB/s,", ":1 TB:64 GB/s", "host:inf TB:64 GB/s"}) {
    CAPTURE(text);
    CHECK_THAT(fault_of([&] { parse_tiers(text, {"--spill", ""}); }), Catch::Contains("--spill"));
  }
}
