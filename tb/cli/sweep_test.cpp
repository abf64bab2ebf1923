// SPDX-License-Identifier: Apache-2.0
// --sweep and --csv, of any verb.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"

using namespace jacquard;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::Words;

namespace {

json rows_of(const Words& words, const Folder& folder) {
  const Answer answer = tb::run_program(tb::with(words, {"--json", "--quiet"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

const Words kSchedule = {"schedule", "--demand",    "moe:8",  "--scheduler",
                         "exact",    "--no-timing", "--bits", "8"};

}  // namespace

TEST_CASE("A sweep has the rows of the command for each value, one after another") {
  const Folder folder;
  const json swept = rows_of(tb::with(kSchedule, {"--sweep", "guard=10 ns,1 us"}), folder);
  REQUIRE(swept.size() == 2);
  std::size_t k = 0;
  for (const char* guard : {"10 ns", "1 us"}) {
    json alone = rows_of(tb::with(kSchedule, {"--guard", guard}), folder)[0];
    alone["sweep_point"] = std::string("guard=") + guard;
    CHECK(swept[k++] == alone);
  }
}

TEST_CASE("Several sweeps have all combinations, the first key varying slowest") {
  const Folder folder;
  const json rows = rows_of(
      tb::with(kSchedule, {"--sweep", "demand=moe:4,moe:6", "--sweep", "seed=1,2"}), folder);
  std::vector<std::string> points;
  for (const json& row : rows) points.push_back(row["sweep_point"]);
  CHECK(points == std::vector<std::string>{"demand=moe:4; seed=1", "demand=moe:4; seed=2",
                                           "demand=moe:6; seed=1", "demand=moe:6; seed=2"});
  CHECK(rows[3]["ports"] == 6);
}

TEST_CASE("A key that is no option is given by --set") {
  const Folder folder;
  const json rows = rows_of(
      {"simulate", "moe_alltoall", "--set", "traffic.demands=moe:16", "--no-report", "--no-timing",
       "--fabrics", "circuit", "--sweep", "seed=1,2", "--sweep", "traffic.count=1,2"},
      folder);
  std::vector<std::string> points;
  for (const json& row : rows) {
    points.push_back(row["sweep_point"]);
    const bool one_matrix = row["completion_min_ps"] == row["completion_max_ps"];
    CHECK(one_matrix == (points.size() % 2 == 1));
  }
  CHECK(points == std::vector<std::string>{"seed=1; traffic.count=1", "seed=1; traffic.count=2",
                                           "seed=2; traffic.count=1", "seed=2; traffic.count=2"});
}

TEST_CASE("A sweep of a simulation is its experiment's own, so what does not change is run once") {
  const Folder folder;
  const Words words = {"simulate", "moe_alltoall",    "--set",       "traffic.demands=moe:16",
                       "--set",    "traffic.count=1", "--no-report", "--no-timing"};
  const json rows = rows_of(
      tb::with(words, {"--fabrics", "circuit,pfc-only", "--sweep", "circuit.guard=10 ns,1 us"}),
      folder);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0]["fabric"] == "circuit");
  CHECK(rows[0]["completion_mean_ps"] < rows[2]["completion_mean_ps"]);
  CHECK(rows[1]["completion_mean_ps"] == rows[3]["completion_mean_ps"]);
}

TEST_CASE("With --out a sweep is drawn, and each point writes to a folder of its own") {
  const Folder folder;
  rows_of(tb::with(kSchedule, {"--sweep", "guard=10 ns,1 us", "--out", "s"}), folder);
  CHECK(base::read_file(folder.path("s/sweep.svg")).find("guard") != std::string::npos);
  CHECK(base::read_file(folder.path("s/sweep.html")).find("</table>") == std::string::npos);
  CHECK(json::parse(base::read_file(folder.path("s/sweep.json")))["rows"].size() == 2);
  CHECK(!base::read_file(folder.path("s/guard-1_us/schedule.html")).empty());
}

TEST_CASE("A sweep that cannot be is refused in one line") {
  const Folder folder;
  const auto why = [&](const Words& more) {
    return tb::mistake(tb::with(kSchedule, more), folder);
  };
  CHECK_THAT(why({"--sweep", "guard"}), Catch::Contains("a key and its values"));
  CHECK_THAT(why({"--sweep", "guard=1 us,,2 us"}), Catch::Contains("a value between commas"));
  CHECK_THAT(why({"--sweep", "guard=1"}), Catch::Contains("--guard"));
  CHECK_THAT(why({"--sweep", "guart=1 us"}), Catch::Contains("did you mean 'guard'"));
  CHECK_THAT(why({"--sweep", "guard=1 us", "--sweep", "guard=2 us"}),
             Catch::Contains("each key once"));
  CHECK_THAT(tb::mistake({"synth", "--core", "wwfa", "--sweep", "nothing=1,2"}, folder),
             Catch::Contains("an option of synth"));
}

TEST_CASE("The table of --csv has the figures of --json, a column for each key") {
  const Folder folder;
  const Words words = {"schedule",    "--demand",     "moe:8",
                       "--scheduler", "exact,ladder", "--no-timing"};
  const json rows = rows_of(words, folder);
  std::istringstream csv(tb::run_program(tb::with(words, {"--csv"}), folder).out);
  std::string line;
  std::getline(csv, line);
  std::string heading;
  for (const auto& item : rows[0].items()) heading += (heading.empty() ? "" : ",") + item.key();
  // nlohmann::json sorts keys; the table has them as the rows do.
  CHECK(line.size() == heading.size());
  CHECK(line.substr(0, 10) == "scheduler,");
  for (const json& row : rows) {
    REQUIRE(std::getline(csv, line));
    CHECK(line.substr(0, line.find(',')) == row["scheduler"].get<std::string>());
    CHECK(line.find(std::to_string(row["makespan_ps"].get<long long>())) != std::string::npos);
  }
  CHECK(!std::getline(csv, line));
  CHECK_THAT(tb::mistake(tb::with(kSchedule, {"--csv", "--json"}), folder),
             Catch::Contains("--csv"));
}
