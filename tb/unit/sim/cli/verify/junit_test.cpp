// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/verify/junit.hpp"

#include <catch2/catch.hpp>
#include <pugixml.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "support/folder.hpp"
#include "unit/sim/verify/software_pins.hpp"

using namespace jacquard;
using cli::Check;
using cli::checks_of;
using cli::checks_of_cases;

namespace {

pugi::xml_document written(const std::vector<Check>& checks) {
  const tb::Folder folder;
  write_junit(folder.path("j.xml"), "a<b>&\"c\"", checks);
  pugi::xml_document document;
  REQUIRE(document.load_string(base::read_file(folder.path("j.xml")).c_str()));
  return document;
}

std::string names(const std::vector<Check>& checks) {
  std::string all;
  for (const Check& check : checks) {
    all += check.name + (check.skipped ? " skipped" : "") +
           (check.failure.empty() ? "; " : ": " + check.failure + "; ");
  }
  return all;
}

}  // namespace

TEST_CASE("Checks are read back from XML as they were, whatever characters they have") {
  const pugi::xml_document document =
      written({{"fair", "", ""},
               {"data", "word <&> \"1\" is \x01 odd", "two\nlines ]]> 'end'"},
               {"order", "", "", true}});
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  CHECK(suite.attribute("name").as_string() == std::string("a<b>&\"c\""));
  CHECK(suite.attribute("tests").as_int() == 3);
  CHECK(suite.attribute("failures").as_int() == 1);
  CHECK(suite.attribute("skipped").as_int() == 1);
  const pugi::xml_node failed = suite.find_child_by_attribute("name", "data").child("failure");
  CHECK(failed.attribute("message").as_string() == std::string("word <&> \"1\" is ? odd"));
  CHECK(failed.text().as_string() == std::string("two\nlines ]]> 'end'"));
  CHECK(suite.find_child_by_attribute("name", "order").child("skipped"));
  CHECK_FALSE(suite.first_child().first_child());
}

TEST_CASE("A contract has a check for each rule that is judged, the broken one with its clock") {
  const verify::WiredModule module =
      tb::software_module(rtl::RtlKind::n_to_1, {"req_i[4]", "gnt_o[4]"});
  verify::WiredReport report;
  CHECK(names(checks_of(module, false, report)) ==
        "asked; one grant; fair; progress; power-up; reset; runs to the end; ");
  report.rule = "fair";
  report.fault = "input 3 waits";
  report.failing_case = 13;
  report.failing_clock = 15;
  CHECK_THAT(names(checks_of(module, false, report)),
             Catch::Contains("one grant skipped; fair: case 13, clock 15 since power-up: input 3 "
                             "waits; progress skipped"));
  report.rule = "history";  // which comes last
  CHECK_THAT(names(checks_of(module, true, report)),
             Catch::Contains("fair; ") && Catch::Contains("history: case 13"));
}

TEST_CASE("Groups of cases fail where a case of theirs does, and many cases are told together") {
  verify::Report report;
  report.mismatch_in(7);
  report.mismatch_in(31);
  report.first_mismatch_case = 7;
  report.first_mismatch_clock = 40;
  report.fault = "two grants";
  report.first_mismatch = "seed 1, case 7: two grants";
  CHECK(names(checks_of({{"directed", 5}, {"random", 20}, {"held", 0}, {"late", 9}}, report)) ==
        "directed cases; random cases: case 7, clock 40 since power-up: two grants; "
        "late cases: a rule did not hold in 1 of them; ");
  report.ended_early = true;
  CHECK_THAT(
      names(checks_of({{"directed", 5}, {"random", 20}, {"held", 9}}, report)),
      Catch::Contains("directed cases; random cases: ") && Catch::Contains("held cases skipped"));
  CHECK(checks_of_cases(40, report).size() == 40);
  CHECK(names(checks_of_cases(1'000'000, report)) ==
        "case 7: case 7, clock 40 since power-up: two grants; case 31: it differs from the golden "
        "model; the other 999998 cases; ");
}
