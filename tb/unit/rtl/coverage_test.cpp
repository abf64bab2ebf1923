// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/coverage.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "support/folder.hpp"

using namespace jacquard;

namespace {

// A point as Verilator writes it.
std::string point(const std::string& line, const std::string& what, const std::string& lines,
                  const std::string& module, int count) {
  return "C '\x01"
         "f\x02m.sv\x01l\x02" +
         line +
         "\x01n\x02"
         "3\x01page\x02v_line/" +
         module + "\x01o\x02" + what + (lines.empty() ? "" : "\x01S\x02" + lines) +
         "\x01h\x02TOP.m' " + std::to_string(count) + "\n";
}

rtl::ToggleReader bits(const std::string& changes) {
  rtl::ToggleReader reader("dut");
  reader.feed(
      "$scope module dut $end\n$var wire 4 a turn [3:0] $end\n$var wire 1 b full $end\n"
      "$upscope $end\n$enddefinitions $end\n#0\nb0000 a\n0b\n" +
      changes);
  return reader;
}

}  // namespace

TEST_CASE("Lines, branches and bits of several models are one count, and what is missed is named") {
  const tb::Folder folder;
  rtl::Coverage coverage("arb", "dut", folder.path(""));
  const std::string head = "# SystemC::Coverage-3\n";
  folder.file("lines.dat", head + point("4", "block", "4-6,9", "arb", 7) +
                               point("7", "if", "7", "arb", 0) + point("7", "else", "", "arb", 2) +
                               point("20", "block", "20", "jq_wired", 0));
  coverage.add(bits("#1\nb0111 a\n#2\nb0000 a\n"));
  folder.file("lines.dat",
              head + point("7", "if", "7", "arb", 0) + point("11", "block", "11-12", "arb", 0));
  coverage.add(bits("#1\n1b\n"));
  const std::vector<rtl::Covered> rows = coverage.rows();
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].kind == "lines");
  CHECK(rows[0].where == "m.sv");
  CHECK(rows[0].hit == 4);
  CHECK(rows[0].total == 7);
  CHECK(rows[0].missed == "7, 11-12");
  CHECK(rows[1].kind == "branches");
  CHECK(rows[1].hit == 1);
  CHECK(rows[1].missed == "7 if");
  CHECK(rows[2].where == "arb");
  CHECK(rows[2].hit == 3);
  CHECK(rows[2].total == 5);
  CHECK(rows[2].missed == "turn[3], full");
}

TEST_CASE("Counts that cannot be read are an error, not a coverage of nothing") {
  const tb::Folder folder;
  rtl::Coverage coverage("arb", "dut", folder.path(""));
  coverage.add(bits(""));
  CHECK_THROWS_AS(coverage.rows(), base::ConfigError);
}
