// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/statistics.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

using namespace jacquard::base;

namespace {

std::vector<Picoseconds> times(const std::vector<std::int64_t>& counts) {
  return {counts.begin(), counts.end()};
}

}  // namespace

TEST_CASE("A percentile is the smallest value that the share of them does not exceed") {
  const std::vector<int> ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  CHECK(percentile(ten, 0) == 1);
  CHECK(percentile(ten, 0.05) == 1);
  CHECK(percentile(ten, 0.5) == 5);
  CHECK(percentile(ten, 0.51) == 6);
  CHECK(percentile(ten, 0.99) == 10);
  CHECK(percentile(ten, 1) == 10);
  CHECK(percentile(std::vector<int>{7}, 0.01) == 7);
  CHECK(percentile(std::vector<double>{}, 0.5) == 0);
}

TEST_CASE("A percentile agrees with counting") {
  const std::vector<int> values = {1, 1, 2, 3, 3, 3, 8, 9, 20, 21, 22, 30, 31};
  for (int percent = 1; percent <= 100; ++percent) {
    const double share = percent / 100.0;
    const auto not_above = [&](int most) {
      int count = 0;
      for (const int v : values) count += v <= most;
      return count;
    };
    const int found = percentile(values, share);
    const auto wanted = share * static_cast<double>(values.size());
    CHECK(not_above(found) >= wanted);
    CHECK(not_above(found - 1) < wanted);
  }
}

TEST_CASE("means do not overflow and are of nothing nothing") {
  CHECK(mean(times({})) == Picoseconds{0});
  CHECK(mean(times({1, 2})) == Picoseconds{1});
  CHECK(mean(times({INT64_MAX, INT64_MAX})) > Picoseconds{0});
  const auto same = [](int v) { return v; };
  CHECK(mean(std::vector<int>{1, 2, 4}, same) == 7.0 / 3);
  CHECK(mean(std::vector<int>{}, same) == 0);
}
