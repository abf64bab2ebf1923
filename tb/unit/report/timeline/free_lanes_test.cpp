// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/timeline/free_lanes.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "jacquard/base/rng.hpp"

using namespace jacquard;

TEST_CASE("spans get the first lane that is free, and there are as many lanes as overlap at most") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    base::Rng rng(seed, "free lanes");
    std::vector<std::pair<std::int64_t, std::int64_t>> spans;
    for (int i = 0; i < 60; ++i) {
      const std::int64_t begin = rng.between(0, 100);
      spans.emplace_back(begin, begin + rng.between(1, 30));
    }
    std::sort(spans.begin(), spans.end());
    report::FreeLanes free;
    std::map<int, std::int64_t> until;
    for (const auto& [begin, end] : spans) {
      int first = 0;
      while (until.count(first) > 0 && until[first] > begin) ++first;
      REQUIRE(free.take(begin, end) == first);
      until[first] = end;
    }
    int most = 1;
    for (std::int64_t t = 0; t <= 130; ++t) {
      most = std::max(
          most, static_cast<int>(std::count_if(spans.begin(), spans.end(), [t](const auto& s) {
            return s.first <= t && t < s.second;
          })));
    }
    CHECK(free.count() == most);
  }
}
