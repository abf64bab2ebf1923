// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/divide_up.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>

using jacquard::base::divide_up;

TEST_CASE("A division that is rounded up covers what is divided, with no part to spare") {
  for (int a = 0; a <= 30; ++a) {
    for (int b = 1; b <= 10; ++b) {
      const int parts = divide_up(a, b);
      CHECK(parts * b >= a);
      CHECK((parts - 1) * b < a);
    }
  }
}

TEST_CASE("The largest number is divided without overflow") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(divide_up(most, 1) == most);
  CHECK(divide_up(most, 2) == (std::int64_t{1} << 62));
  CHECK(divide_up(most, most) == 1);
}
