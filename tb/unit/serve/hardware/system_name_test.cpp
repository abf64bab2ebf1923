// SPDX-License-Identifier: Apache-2.0
// Systems by the names that users and tables of measurements write.
#include "jacquard/serve/hardware/system_name.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using namespace jacquard::tb;
using Catch::Contains;

namespace {

NamedSystem named(const std::string& word) { return system_named(word, {"--system", ""}); }

}  // namespace

TEST_CASE("a count before the device says how many NPUs there are") {
  CHECK(named("8xh200").npus == 8);
  CHECK(named("8xh200").device.name == "h200_sxm");
  CHECK(named("1XB200").device.name == "b200_sxm");
  CHECK(named("4xh100").npus == 4);
  CHECK(named("h100").npus == 1);
}

TEST_CASE("a DGX or an HGX has eight NPUs, an NVL72 has seventy-two that links join") {
  CHECK(named("dgx-h100").npus == 8);
  CHECK(named("2xdgx-h100").npus == 16);
  CHECK(named("hgx_b200").device.name == "b200_sxm");
  CHECK(named("gb200-nvl72").npus == 72);
  CHECK(named("gb200").node == 72);
  CHECK(named("dgx-h100").node == 8);
}

// The columns `system` and `gpu` of AIConfigurator's and Splitwise's tables.
TEST_CASE("tables call a device by its form, its memory or its board") {
  for (const char* word : {"b200_sxm", "B200", "b200-sxm", "b200_nvl8", "B200 SXM"}) {
    CAPTURE(word);
    CHECK(named(word).device.name == "b200_sxm");
  }
  CHECK(named("gb200_sxm").device.name == "gb200");
  CHECK(named("a100-80gb").device.name == "a100_sxm");
  CHECK(named("a100-40gb").device.name == "a100_sxm_40gb");
  CHECK(named("h100-80gb").device.name == "h100_sxm");
  CHECK(named("8xh200-141gb").device.name == "h200_sxm");
}

TEST_CASE("a memory that the device has not is no name of it") {
  CHECK_THAT(fault_of([] { named("h100-40gb"); }), Contains("h100-40gb"));
}

TEST_CASE("an unknown system is refused with those there are") {
  const std::string fault = fault_of([] { named("8xh300"); });
  CHECK_THAT(fault, Contains("--system") && Contains("h300") && Contains("8xh200"));
  CHECK_THAT(fault_of([] { named("0xh100"); }), Contains("1 to 65536 NPUs"));
  CHECK_THAT(fault_of([] { named("99999999999xh100"); }), Contains("1 to 65536 NPUs"));
  CHECK_THAT(fault_of([] { named("60000xdgx-h100"); }), Contains("1 to 65536 NPUs"));
}
