// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/step/first_of.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

using namespace jacquard;
using engine::step::FirstOf;

TEST_CASE("The first of many times is the lowest of the least, after each change") {
  base::Rng rng(1, "first of");
  FirstOf first;
  for (int count = 1; count <= 40; ++count) {
    std::vector<std::int64_t> times(static_cast<std::size_t>(count), FirstOf::kNever);
    first.reset(count);
    CHECK(first.time() == FirstOf::kNever);
    for (int change = 0; change < 200; ++change) {
      const std::size_t which = rng.below(times.size());
      times[which] = rng.below(8) == 0 ? FirstOf::kNever : static_cast<std::int64_t>(rng.below(20));
      first.set(static_cast<int>(which), times[which]);
      const auto least = std::min_element(times.begin(), times.end());
      REQUIRE(first.first() == least - times.begin());
      REQUIRE(first.time() == *least);
    }
  }
}
