// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/mixed_radix.hpp"

#include <catch2/catch.hpp>
#include <vector>

using jacquard::base::MixedRadix;

TEST_CASE("A mixed-radix number counts up like a clock of hours, minutes and seconds") {
  const MixedRadix clock({60, 60, 24});
  CHECK(clock.count() == 86'400);
  int now = 0;
  for (int hour = 0; hour < 24; ++hour) {
    for (int minute = 0; minute < 60; ++minute) {
      for (int second = 0; second < 60; ++second, ++now) {
        REQUIRE(clock.digit(now, 0) == second);
        REQUIRE(clock.digit(now, 1) == minute);
        REQUIRE(clock.digit(now, 2) == hour);
        REQUIRE(clock.with_digit(now, 1, 59) == now + 60 * (59 - minute));
      }
    }
  }
  CHECK(clock.first_difference(0, 59) == 0);
  CHECK(clock.first_difference(5, 65) == 1);
  CHECK(clock.first_difference(5, 3605) == 2);
  CHECK(clock.first_difference(5, 5) == 3);
}

TEST_CASE("A mixed-radix number may count what no index can reach") {
  const MixedRadix pieces({65'536, 65'536, 2});
  CHECK(pieces.count() == 1LL << 33);
  CHECK(MixedRadix().count() == 1);
  CHECK(MixedRadix({1, 1}).size() == 1);
}
