// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/compare.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "jacquard/base/error.hpp"

namespace jacquard::explain {
namespace {

using config::Json;

Json result(const char* text) { return Json::parse(text); }

Comparison compared(const Json& a, const Json& b) { return compare(a, "a.json", b, "b.json"); }

const Json kStep = result(R"({"command": "train", "seed": 1, "config": {"job": {"tp": 4}}, "rows": [
  {"row_kind": "step", "model": "m", "time_ps": 100, "bubble_ps": 10},
  {"row_kind": "operation", "operation": "ffn", "phase": "forward", "critical_ps": 30},
  {"row_kind": "operation", "operation": "ffn", "phase": "backward", "critical_ps": 40},
  {"row_kind": "collective", "operation": "gather", "exposed_ps": 15}]})");

TEST_CASE("The parts of a step add up to its time, with what no row names as else") {
  Json other = kStep;
  other["rows"][0]["time_ps"] = 90;
  other["rows"][1]["critical_ps"] = 20;
  const Comparison all = compared(kStep, other);
  double was = 0, is = 0;
  for (const ChangedPart& part : all.parts) {
    was += part.was;
    is += part.is;
    if (part.part == "compute: ffn") CHECK(part.is - part.was == -10);
    if (part.part == "else") CHECK(part.was == 100 - 10 - 30 - 40 - 15);
  }
  CHECK(was == 100);
  CHECK(is == 90);
  CHECK(all.parts.front().part == "compute: ffn");
}

TEST_CASE("Only settings that differ are named, by their path, and a missing one is none") {
  Json other = kStep;
  other["config"]["job"] = {{"tp", 8}, {"pp", 2}};
  other["seed"] = 7;
  const Comparison all = compared(kStep, other);
  REQUIRE(all.settings.size() == 3);
  CHECK(all.settings[0].key == "job.pp");
  CHECK(all.settings[0].was.is_null());
  CHECK(all.settings[1].key == "job.tp");
  CHECK(all.settings[1].is == 8);
  CHECK(all.settings[2].key == "seed");
}

TEST_CASE("Rows are matched by their words, not by their order") {
  const Json a = result(R"({"command": "x", "rows": [{"s": "p", "v": 1}, {"s": "q", "v": 2}]})");
  const Json b = result(R"({"command": "x", "rows": [{"s": "q", "v": 2}, {"s": "p", "v": 4}]})");
  const Comparison all = compared(a, b);
  REQUIRE(all.figures.size() == 1);
  CHECK(all.figures[0].row == "p");
  CHECK(all.figures[0].is == 4);
  CHECK(all.equal_figures == 1);
}

TEST_CASE("Rows whose words differ are matched by their place where both have as many") {
  const Json a = result(R"({"command": "x", "rows": [{"s": "1 us", "v": 1}]})");
  const Json b = result(R"({"command": "x", "rows": [{"s": "2 us", "v": 3}]})");
  CHECK(compared(a, b).figures.size() == 1);
  const Json more = result(R"({"command": "x", "rows": [{"s": "2", "v": 3}, {"s": "3", "v": 3}]})");
  CHECK(compared(a, more).figures.empty());
  CHECK(compared(a, more).unmatched_rows == 3);
}

TEST_CASE("A result with itself has no difference, and wall clocks are none") {
  Json other = kStep;
  other["rows"][0]["decision_wall_ns"] = 5;
  Json first = other;
  other["rows"][0]["decision_wall_ns"] = 9;
  const Comparison all = compared(first, other);
  CHECK(all.settings.empty());
  CHECK(all.figures.empty());
  for (const ChangedPart& part : all.parts) CHECK(part.was == part.is);
}

// A schedule of 4 slots of 10 ps, 2 of them of the busiest line, and a guard; decided in 7 ns.
Json schedule_row(const char* point, double guard) {
  return {{"sweep_point", point}, {"scheduler", "exact"}, {"makespan_ps", 40 + guard},
          {"guard_ps", guard},    {"slots", 4},           {"max_line_quanta", 2},
          {"decision_wall_ns", 7}};
}

Json sweep(const char* guards, const Json& rows) {
  return {{"command", "schedule"},
          {"config", {{"words", {"schedule", "--demand", "moe:16", "--sweep", guards, "--json"}}}},
          {"rows", rows}};
}

TEST_CASE("Each point of a sweep has its own time, which is compared with the same point") {
  const Json a = sweep("guard=1,5", {schedule_row("guard=1", 1), schedule_row("guard=5", 5)});
  const Json b = sweep("guard=1,9", {schedule_row("guard=1", 2), schedule_row("guard=9", 9)});
  const Comparison all = compared(a, b);
  double was = 0, is = 0;
  for (const ChangedPart& part : all.parts) {
    CHECK(part.of == "guard=1");
    was += part.was;
    is += part.is;
  }
  CHECK(was == 41);
  CHECK(is == 42);
  CHECK(all.matched_rows == 1);
  CHECK(all.unmatched_rows == 2);
  REQUIRE(all.settings.size() == 1);
  CHECK(all.settings[0].key == "--sweep guard");
  CHECK(all.settings[0].was == "1,5");
  CHECK(all.settings[0].is == "1,9");
}

TEST_CASE("The parts of a schedule add up to its makespan, whatever the host took to decide") {
  const Json a = {{"command", "schedule"}, {"rows", {schedule_row("", 1)}}};
  Json b = a;
  b["rows"][0]["decision_wall_ns"] = 9000;
  const Comparison all = compared(a, b);
  double is = 0;
  for (const ChangedPart& part : all.parts) {
    CHECK(part.was == part.is);
    CHECK(part.part != "decision");
    is += part.is;
    if (part.part == "slots beyond the busiest port's") CHECK(part.is == 20);
  }
  CHECK(is == 41);
}

TEST_CASE("A result with another one of no common row has no figure, equal or not") {
  const Json a = result(R"({"command": "x", "rows": [{"row_kind": "load", "v": 1}]})");
  const Json b = result(R"({"command": "x", "rows": [{"row_kind": "run", "v": 1}]})");
  CHECK(compared(a, b).matched_rows == 0);
  CHECK(compared(a, b).unmatched_rows == 2);
}

TEST_CASE("Two verbs, and what is no result, are refused by their file") {
  CHECK_THROWS_WITH(compared(kStep, result(R"({"command": "serve", "rows": []})")),
                    Catch::StartsWith("b.json#/command: expected a result of train"));
  CHECK_THROWS_WITH(compared(kStep, result("[]")), Catch::StartsWith("b.json: expected"));
  CHECK_THROWS_WITH(compared(kStep, result(R"({"command": "train", "rows": [7]})")),
                    Catch::StartsWith("b.json#/rows/0: expected a row"));
  CHECK_THROWS_WITH(compared(kStep, result(R"({"command": "train"})")),
                    Catch::StartsWith("b.json#/rows: expected a list"));
}

}  // namespace
}  // namespace jacquard::explain
