// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/parse_number.hpp"

using namespace jacquard::base;
using Items = std::vector<std::string>;

TEST_CASE("A comma list has one item more than it has commas") {
  CHECK(comma_list("8,2") == Items{"8", "2"});
  CHECK(comma_list("one") == Items{"one"});
  CHECK(comma_list("") == Items{""});
  CHECK(comma_list("a,") == Items{"a", ""});
  CHECK(comma_list(",, b") == Items{"", "", " b"});
}

TEST_CASE("A number is the whole text or none") {
  CHECK(parse_number<int>("12") == 12);
  CHECK(parse_number<int>("-12") == -12);
  CHECK(parse_number<double>("0.25") == 0.25);
  CHECK(parse_number<double>("1e-3") == 0.001);
  CHECK(parse_number<std::uint64_t>("18446744073709551615") == UINT64_MAX);
  for (const char* text : {"", " ", "1 ", " 1", "+1", "1,", "0x1", "1.5", "2147483648", "one"}) {
    INFO(text);
    CHECK_FALSE(parse_number<int>(text).has_value());
  }
  CHECK_FALSE(parse_number<std::uint64_t>("-1").has_value());
  CHECK_FALSE(parse_number<double>("1e999").has_value());
}
