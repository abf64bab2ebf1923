// SPDX-License-Identifier: Apache-2.0
// Spaces at the edge of what a file may say.
#include <catch2/catch.hpp>

#include "jacquard/search/feasible.hpp"
#include "support/fault_of.hpp"
#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

std::string with_constraints(const std::string& more) {
  const std::string knobs = R"json({"x": {"a": {"set": [1, 2]}, "e": {"set": [0, 1]}}})json";
  return R"({"environment": {}, "knobs": )" + knobs + ", " + more + "}";
}

double feasible(const std::string& more) {
  return FeasibleSet(tb::space_of(with_constraints(more))).feasible();
}

base::InputFault fault_with_rules(const std::string& more) {
  return tb::input_fault_of([&] { feasible(more); });
}

}  // namespace

TEST_CASE("a derived knob without a value harms only constraints that read it") {
  CHECK(feasible(R"("derived": ["share = a / e"], "constraints": ["a == 2"])") == 2);
  CHECK(feasible(R"("derived": ["share = a / e"], "constraints": ["e > 0", "share > 1"])") == 1);
  CHECK(
      fault_with_rules(R"("derived": ["share = a / e"], "constraints": ["share > 1"])").expected ==
      "a finite result");
}

TEST_CASE("constraints that read no knob hold or clash") {
  CHECK(feasible(R"("constraints": ["1 < 2", "a > 1"])") == 2);
  CHECK(fault_with_rules(R"("constraints": ["1 < 2", "2 < 1"])").found == "none: '2 < 1'");
  CHECK(fault_with_rules(R"("constraints": ["2 < 1"])").found == "none: '2 < 1'");
  CHECK(fault_with_rules(R"("constraints": ["a > 0", "2 < 1", "e > 0"])").found == "none: '2 < 1'");
}

TEST_CASE("steps of a range are the decimals that a reader expects") {
  const Space space = tb::space_of(R"json({
    "environment": {}, "knobs": {"x": {"load": {"range": [0.1, 0.9, 0.1]}}},
    "base": {"load": 0.3}})json");
  CHECK(space.knobs()[0].values.size() == 9);
  CHECK(space.text(*space.base()) == "load=0.3");
}

TEST_CASE("derived knobs have names of their own, and texts have an end") {
  CHECK(fault_with_rules(R"("derived": ["sum = a + e"])").expected == "a name that is no function");
  CHECK(fault_with_rules(R"("derived": ["= a + e"])").where == "/derived/0");
  CHECK(fault_with_rules(R"("derived": ["a = e"])").where == "/derived/0");
  std::string long_sum = "a";
  while (long_sum.size() < 5000) long_sum += " + a";
  CHECK(fault_with_rules(R"("constraints": [")" + long_sum + R"("])").expected ==
        "at most 4096 characters");
  long_sum.resize(4093);
  CHECK(feasible(R"("constraints": [")" + long_sum + R"("])") == 4);
}

TEST_CASE("numbers beyond 2^53 are shown as they are") {
  const Space space =
      tb::space_of(R"json({"environment": {}, "knobs": {"x": {"a": {"set": [1e300, 1]}}}})json");
  CHECK(space.show({0}).dump() == R"({"a":1e+300})");
  CHECK(space.show({1}).dump() == R"({"a":1})");
}
