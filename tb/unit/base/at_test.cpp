// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/at.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <type_traits>
#include <vector>

using jacquard::base::at;

TEST_CASE("An element is reached by an index of any integer type") {
  std::vector<int> values{10, 20, 30};
  CHECK(at(values, 0) == 10);
  CHECK(at(values, std::int64_t{2}) == 30);
  CHECK(at(values, std::uint8_t{1}) == 20);
  at(values, 1) = 25;
  CHECK(values == std::vector<int>{10, 25, 30});
}

TEST_CASE("An element keeps its reference and its constness") {
  std::vector<int> values{1};
  const std::vector<int> fixed{1};
  CHECK(&at(values, 0) == values.data());
  CHECK(&at(fixed, 0) == fixed.data());
  STATIC_REQUIRE(std::is_same_v<decltype(at(values, 0)), int&>);
  STATIC_REQUIRE(std::is_same_v<decltype(at(fixed, 0)), const int&>);
}

TEST_CASE("A vector of bits gives its proxy, so that a bit can be set") {
  std::vector<bool> bits(3);
  at(bits, 2) = true;
  CHECK(bits == std::vector<bool>{false, false, true});
}

TEST_CASE("An index is read at compile time") {
  constexpr std::array<int, 2> values{4, 5};
  STATIC_REQUIRE(at(values, 1) == 5);
}

TEST_CASE("A cell's place does not overflow what its numbers are counted in") {
  CHECK(jacquard::base::cell(0, 3, 10) == 3);
  CHECK(jacquard::base::cell(2, 3, 10) == 23);
  CHECK(jacquard::base::cell(99'999, 99'999, 100'000) == 9'999'999'999u);
  STATIC_REQUIRE(jacquard::base::index(7) == 7u);
}
