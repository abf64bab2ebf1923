// SPDX-License-Identifier: Apache-2.0
// Schedules of others in the benchmark of optical scheduling: docs/optical_benchmark.md.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::mistake;
using tb::run_program;
using tb::with;
using tb::Words;

namespace {

// One demand of two ports at 8 Gb/s, two guards, and a schedule of 1 kB quanta for one of them.
struct Entered {
  Folder folder;
  Words words = {"study", "optical", "--suite", "./s.json", "--schedulers", "exact", "--no-timing"};

  Entered() {
    folder.file("d.csv", "0,3000\n2000,0\n");
    folder.file("s.json", R"({"rate": "8 Gb/s", "guards": ["1 us", "2 us"],
                              "cases": [{"name": "a", "demand": "./d.csv", "count": 1}]})");
    enter("mine/a-0-2us.json", 3);
  }
  void enter(const std::string& file, int slots) const {
    base::write_file(folder.path(file),
                     R"({"format": "jacquard-schedule", "version": 1, "ports": 2, "hops": 1,
                          "quantum_bytes": 1000, "entries": [{"changes": [[0, 1], [1, 0]], "hold": )" +
                         std::to_string(slots) + "}]}");
  }
};

}  // namespace

TEST_CASE("A schedule that another program made stands beside the others") {
  const Entered e;
  const Answer answer = run_program(with(e.words, {"--entry", "mine=mine", "--json"}), e.folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  int found = 0;
  const json rows = json::parse(answer.out).at("rows");
  for (const json& row : rows) {
    if (row["row_kind"] != "optical_point" || row["method"] != "mine") continue;
    ++found;
    CHECK(row["guard_ps"] == 2'000'000);
    CHECK(row["makespan_ps"] == 5'000'000);  // 3 kB and a guard
    CHECK(row["over_best"].get<double>() >= 1);
  }
  CHECK(found == 1);
}

TEST_CASE("Entries that cannot be judged are named") {
  const Entered e;
  CHECK_THAT(mistake(with(e.words, {"--entry", "exact=mine"}), e.folder),
             Contains("--entry: expected a name of its own"));
  CHECK_THAT(mistake(with(e.words, {"--entry", "mine"}), e.folder), Contains("NAME=FOLDER"));
  CHECK_THAT(mistake(with(e.words, {"--entry", "mine=nowhere"}), e.folder),
             Contains("nowhere/a-0-1us.json"));
  e.enter("mine/a-0-1us.json", 2);
  e.enter("mine/b-0-1us.json", 3);
  const Answer answer = run_program(with(e.words, {"--entry", "mine=mine", "--json"}), e.folder);
  CHECK(answer.exit_code == 1);
  CHECK_THAT(answer.err, Contains("mine/a-0-1us.json: "));
  CHECK_THAT(answer.err, Contains("mine/b-0-1us.json is for no case"));
}

TEST_CASE("A demand that a suite cannot read is named by its place in the suite") {
  const Folder folder;
  folder.file("s.json", R"({"guards": ["1 us"], "cases": [{"name": "a", "demand": "moo:4"}]})");
  CHECK_THAT(mistake({"study", "optical", "--suite", "./s.json"}, folder),
             Contains("s.json#/cases/0/demand"));
}
