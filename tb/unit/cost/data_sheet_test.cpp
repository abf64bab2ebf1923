// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/data_sheet.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using Catch::Contains;

TEST_CASE("a device without a measured law says what is assumed of it, others say nothing") {
  const auto words = [](const char* name) {
    return cost::words_of_data_sheet(cost::device_of(name, {"test", ""}));
  };
  for (const char* name : {"a100_sxm", "l40s", "h100_sxm", "h20", "b200_sxm", "gb300"}) {
    CHECK(words(name).empty());
  }
  CHECK_THAT(words("mi355x"), Contains("mi355x has no measured law") && Contains("take 80 %"));
  CHECK_THAT(words("mi300x"), Contains("take 47 %"));  // what was measured of it, published
  CHECK_THAT(words("tpu7x"), Contains("take 95 %"));
  CHECK_THAT(words("rubin"), Contains("A100's reach 96 % and H100's 84 %"));
}
