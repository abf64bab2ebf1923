// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/second_engine.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/rtl/pin_log.hpp"
#include "support/folder.hpp"

using namespace jacquard::rtl;
using Catch::Contains;

TEST_CASE("Outputs are compared where both are known, and only where somebody looks") {
  const SecondOpinion same = compare_outputs("--\n0f\n12\n", "zz\n0f\n12\n");
  CHECK(same.clocks == 3);
  CHECK(same.differs_at == -1);
  CHECK(same.unknown == std::vector<bool>{false, false, false});
  const SecondOpinion other = compare_outputs("00\n0f\n12\n13\n", "00\nxf\n13\n10\n");
  CHECK(other.differs_at == 2);
  CHECK(other.ours == "12");
  CHECK(other.theirs == "13");
  CHECK(other.unknown == std::vector<bool>{false, true, false, false});
  // Stopped in the middle of a line.
  CHECK(compare_outputs("00\n11\n22\n", "00\n1").clocks == 1);
}

TEST_CASE("RTL is blamed only for what the second simulator shows too") {
  const std::string ours = "0\n1\n2\n3\n";
  const auto verdict = [&](const std::string& theirs, const std::vector<std::int64_t>& clocks) {
    SecondOpinion opinion = compare_outputs(ours, theirs);
    opinion.engine = "Icarus";
    return confirm(opinion, clocks);
  };
  CHECK(verdict("0\n1\n2\n3\n", {2, 3}).verdict == Confirmed::yes);
  CHECK_THAT(verdict("0\n1\n2\n3\n", {2, 3}).text, Contains("2 of the 2"));
  CHECK(verdict("0\n1\n5\n3\n", {2, 3}).verdict == Confirmed::no);
  CHECK(verdict("0\n7\n2\n3\n", {2}).verdict == Confirmed::no);  // it went another way before
  CHECK_THAT(verdict("0\n1\n2\n5\n", {2, 3}).text, Contains("1 of the 2"));
  CHECK(verdict("0\n1\nx\n3\n", {2}).verdict == Confirmed::unknown);
  CHECK(verdict("0\n1\n", {2}).verdict == Confirmed::unknown);
  SecondOpinion none;
  none.why_not = "iverilog is not installed";
  CHECK(confirm(none, {2}).verdict == Confirmed::unknown);
  CHECK(confirm(none, {2}).text == none.why_not);
}

TEST_CASE(
    "A log has the pins side by side, and dashes from a reset until the answers have settled") {
  const jacquard::tb::Folder folder;
  const std::uint32_t one = 1, wide[2] = {0x89abcdef, 0x5};
  {
    PinLog log(folder.path(""), 1);
    log.clock(true, {{&one, 1}, {wide, 35}}, {{&one, 1}});
    log.clock(false, {{&one, 1}, {wide, 35}}, {{&one, 1}});
    log.clock(false, {{&one, 1}, {wide, 35}}, {{&one, 1}});
    CHECK(log.clocks() == 3);
  }
  const std::string line = "d89abcdef\n";  // 1, 101, ...
  CHECK(jacquard::base::read_file(folder.path(PinLog::kInputs)) == line + line + line);
  CHECK(jacquard::base::read_file(folder.path(PinLog::kOutputs)) == "-\n-\n1\n");
}

TEST_CASE("State that is unknown at the end is named by its path within the module") {
  const std::string vcd =
      "$scope module bench $end $scope module dut $end\n"
      "$var wire 1 ! clk $end $var reg 2 \" turn [1:0] $end\n"
      "$scope module u_core $end $var reg 1 # full $end $var reg 1 $ ok $end $upscope $end\n"
      "$upscope $end $upscope $end $enddefinitions $end\n"
      "#5 $dumpvars 0$ x# b0x \" x! $end\n";
  CHECK(unknown_variables(vcd) == std::vector<std::string>{"u_core.full", "turn"});
  CHECK(unknown_variables("").empty());
  CHECK(unknown_variables("$scope module").empty());
}
