// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/ticks.hpp"

#include <catch2/catch.hpp>

using namespace jacquard::report;

TEST_CASE("ticks are multiples of 1, 2 or 5 within the axis, and no more than asked for") {
  CHECK(round_ticks(0, 10, 5) == std::vector<double>{0, 2, 4, 6, 8, 10});
  CHECK(round_ticks(0, 9, 5) == std::vector<double>{0, 2, 4, 6, 8});
  CHECK(round_ticks(97, 203, 6) == std::vector<double>{100, 120, 140, 160, 180, 200});
  for (double high = 1e-9; high < 1e12; high *= 1.7) {
    const auto ticks = round_ticks(0, high, 6);
    REQUIRE(ticks.size() >= 3);
    REQUIRE(ticks.size() <= 7);
    REQUIRE(ticks.back() <= high * (1 + 1e-9));
  }
}

TEST_CASE("times of an axis share the unit of the longest") {
  CHECK(time_names({0, 500'000, 1'000'000}) == std::vector<std::string>{"0", "0.5 us", "1 us"});
  CHECK(time_names({0, 200}) == std::vector<std::string>{"0", "200 ps"});
}

TEST_CASE("text is broken at spaces, and within a word only where it must be") {
  // Twelve letters a line: 0.58 of an em each.
  CHECK(wrapped("a line of some words", 12 * 5.8, 10) ==
        std::vector<std::string>{"a line of", "some words"});
  CHECK(wrapped("abcdefghijklmnop", 12 * 5.8, 10) ==
        std::vector<std::string>{"abcdefghijkl", "mnop"});
  CHECK(wrapped("", 100, 10).empty());
}

TEST_CASE("letters of several bytes are as wide as others") {
  CHECK(text_width("\xc3\xa4", 10) == text_width("a", 10));
}
