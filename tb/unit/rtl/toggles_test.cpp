// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/toggles.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard;

namespace {

const std::string kDeclared = R"($version by hand $end
$timescale 1ps $end
 $scope module TOP $end
  $var wire 1 a clk $end
  $scope module device $end
   $var wire 1 a clk_i $end
   $var wire 3 b count [2:0] $end
   $scope module part[1] $end
    $var wire 3 b alias [2:0] $end
   $upscope $end
  $upscope $end
  $scope module other $end
   $var wire 1 c q $end
  $upscope $end
 $upscope $end
$enddefinitions $end
)";

std::vector<rtl::SignalToggles> toggles(const std::string& changes) {
  return rtl::read_toggles(kDeclared + changes, "device");
}

}  // namespace

TEST_CASE("A bit rises and falls where its wide signal's value says so, not at its first value") {
  const auto signals = toggles("#0\n1a\nb110 b\n1c\n#1\n0a\nb011 b\n#2\nb0 b\n");
  REQUIRE(signals.size() == 3);
  CHECK(signals[0].name == "clk_i");
  CHECK_FALSE(signals[0].bits[0].rose);
  CHECK(signals[0].bits[0].fell);
  CHECK(signals[0].bits[0].toggles == 1);
  REQUIRE(signals[1].bits.size() == 3);
  const auto& bits = signals[1].bits;
  CHECK((bits[0].rose && bits[0].fell));
  CHECK((!bits[1].rose && bits[1].fell));
  CHECK((!bits[2].rose && bits[2].fell));
  CHECK_FALSE(bits[2].last);
}

TEST_CASE("Signals are named by their scopes below the instance, and one net may have two") {
  const auto signals = toggles("#0\nb000 b\n#1\nb100 b\n");
  REQUIRE(signals.size() == 3);
  CHECK(signals[2].name == "part[1].alias");
  CHECK(signals[2].bits[2].rose);
  CHECK(signals[2].bits[2].last);
}

TEST_CASE("A waveform with an unknown value, or without the instance, is refused") {
  CHECK_THROWS_AS(toggles("#0\nb0x0 b\n"), base::ConfigError);
  CHECK_THROWS_AS(rtl::read_toggles(kDeclared, "absent"), base::ConfigError);
}

TEST_CASE("A waveform may come in parts of any size") {
  rtl::ToggleReader reader("device");
  for (const char c : kDeclared + "#0\nb000 b\nr1.5 z\n#1\nb100 b\n") reader.feed({&c, 1});
  CHECK(reader.signals()[1].bits[2].rose);
}
