// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/layers/duration.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"

using namespace jacquard;

TEST_CASE("A deadline is read in the units of people") {
  const auto seconds = [](const char* text) {
    return planner::seconds_of(text, {"--deadline", ""});
  };
  CHECK(seconds("20 days") == 20 * 86400);
  CHECK(seconds("1 day") == 86400);
  CHECK(seconds("1.5 hours") == 5400);
  CHECK(seconds("2weeks") == 14 * 86400);
  CHECK(seconds("90 min") == 5400);
  CHECK(seconds("0.5 s") == 0.5);
}

TEST_CASE("A deadline that is no time above 0 is refused") {
  for (const char* const text : {"", "20", "days", "-3 days", "0 days", "nan days", "inf days",
                                 "1e400 days", "3 dys", "1.2.3 days", "99999999999999999 weeks"}) {
    CAPTURE(text);
    const std::string fault = tb::fault_of([&] { planner::seconds_of(text, {"--deadline", ""}); });
    CHECK_THAT(fault, Catch::Contains("--deadline") && Catch::Contains("20 days"));
  }
}
