// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/sweep_axis.hpp"

#include <catch2/catch.hpp>

using jacquard::report::sweep_axis;
using Places = std::vector<double>;

TEST_CASE("quantities of one kind stand in proportion, by logarithm where they spread wide") {
  CHECK(sweep_axis({"20 ns", "0.1 us"}).places == Places{20'000, 100'000});
  CHECK_FALSE(sweep_axis({"20 ns", "0.1 us"}).logarithmic);
  CHECK(sweep_axis({"1 us", "10 ns"}).places == Places{1'000'000, 10'000});
  CHECK(sweep_axis({"1 us", "10 ns"}).logarithmic);
  CHECK(sweep_axis({"400 Gb/s", "800 Gb/s"}).places == Places{400e9, 800e9});
  CHECK(sweep_axis({"4", "6", "8.5"}).places == Places{4, 6, 8.5});
  CHECK(sweep_axis({"1 /s", "2.5/s"}).places == Places{1, 2.5});
  CHECK(sweep_axis({"1 /s", "2.5/s"}).quantities);
  CHECK(sweep_axis({"0 ns", "10 ns", "1 ms"}).quantities);
  CHECK_FALSE(sweep_axis({"tp=8,pp=2", "tp=4,pp=4"}).quantities);
  CHECK_FALSE(sweep_axis({"/s", "1 /s"}).quantities);
}

TEST_CASE("names, mixed kinds and equal points stand side by side in the order given") {
  for (const std::vector<std::string>& points :
       {std::vector<std::string>{"mems", "liquid crystal", "tunable laser"},
        {"10 ns", "10", "400 Gb/s"},
        {"0 ns", "10 ns", "1 ms"},
        {"5", "5", "5"},
        {"nan", "inf", "1"},
        {"", "1", "2"}}) {
    CHECK(sweep_axis(points).places == Places{0, 1, 2});
    CHECK_FALSE(sweep_axis(points).logarithmic);
  }
  CHECK(sweep_axis({}).places.empty());
}
