// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/spread.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using namespace jacquard::serve;

TEST_CASE("percentiles are interpolated linearly between the two nearest values") {
  // 0, 10, ..., 100 in any order: the P-th percentile is P.
  std::vector<base::Picoseconds> times;
  for (int i = 0; i <= 10; ++i) times.emplace_back((i * 7 % 11) * 10);
  const Spread spread = spread_of(times);
  CHECK(spread.mean == Approx(50));
  CHECK(spread.p50 == Approx(50));
  CHECK(spread.p90 == Approx(90));
  CHECK(spread.p95 == Approx(95));
  CHECK(spread.p99 == Approx(99));
}

TEST_CASE("one time is every percentile, and none are 0") {
  const Spread one = spread_of({base::Picoseconds{7}});
  CHECK(one.mean == 7);
  CHECK(one.p50 == 7);
  CHECK(one.p99 == 7);
  CHECK(spread_of({}).p99 == 0);
  CHECK(interpolated({1, 3}, 0.5) == 2);
}
