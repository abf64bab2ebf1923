// SPDX-License-Identifier: Apache-2.0
// Schedulers of others: docs/schedulers.md.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

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

const std::string kExample = "python3 " + tb::in_source_tree("tools/rotation_scheduler.py");

// Two ports that exchange 3 and 5 bytes, in a folder.
struct Exchange {
  Folder folder;
  Words words = {"schedule", "--demand", "d.csv", "--scheduler", "outside", "--outside"};

  Exchange() { base::write_file(folder.path("d.csv"), "0,3\n5,0\n"); }

  // By a program that says `answer` to the demand.
  Words saying(const std::string& answer) const {
    return with(words, {"read hello; read demand; echo '" + answer + "'; cat >/dev/null"});
  }
};

json rows_of(const Words& words, const Folder& folder, int exit_code = 0) {
  const Answer answer = run_program(with(words, {"--json", "--no-timing"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == exit_code);
  return json::parse(answer.out).at("rows");
}

}  // namespace

TEST_CASE("The example scheduler's figures are those of rotations by hand") {
  const Exchange two;
  const json rows = rows_of(with(two.words, {kExample, "--guard", "10 ns"}), two.folder);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].at("scheduler") == "rotation");
  CHECK(rows[0].at("permutations") == 1);
  // A byte takes 10 ps at 800 Gb/s: 5 of them and a guard.
  CHECK(rows[0].at("makespan_ps") == 10'050);
  CHECK(rows[0].at("idle_quanta") == 2);
  CHECK(rows[0].at("valid") == true);
}

TEST_CASE("A scheduler from outside stands beside all built-in ones unless some are named") {
  const Exchange two;
  const Words all = {"schedule", "--demand", "d.csv", "--outside", kExample};
  const json built_in = rows_of({"schedule", "--demand", "d.csv"}, two.folder);
  const json rows = rows_of(all, two.folder);
  REQUIRE(rows.size() == built_in.size() + 1);
  CHECK(rows.back().at("scheduler") == "rotation");
  CHECK(rows_of(with(all, {"--scheduler", "exact"}), two.folder).size() == 2);
}

TEST_CASE("One program answers for every matrix of a sequence") {
  const Folder folder;
  base::write_file(folder.path("d.jsonl"), "[[0,1],[1,0]]\n[[0,7],[2,0]]\n");
  const json rows = rows_of({"schedule", "--demand", "d.jsonl", "--index", "all", "--scheduler",
                             "outside", "--outside", kExample},
                            folder);
  REQUIRE(rows.size() == 3);  // the last is their mean
  CHECK(rows[0].at("slots") == 1);
  CHECK(rows[1].at("slots") == 7);
  CHECK(rows[1].at("index") == 1);
}

TEST_CASE("An answer may be a file of a schedule on one line") {
  const Exchange two;
  const json rows = rows_of(
      two.saying(R"({"format":"jacquard-schedule","version":1,"ports":2,"scheduler":"mine",)"
                 R"("entries":[{"hold":5,"changes":[[0,1],[1,0]]}]})"),
      two.folder);
  CHECK(rows.at(0).at("scheduler") == "mine");
  CHECK(rows.at(0).at("slots") == 5);
}

TEST_CASE("A schedule from outside that is not valid is said so, with exit code 1") {
  const Exchange two;
  const auto fault = [&](const std::string& settings) {
    const Words words = two.saying("{\"settings\": " + settings + "}");
    CHECK(rows_of(words, two.folder, 1).at(0).at("valid") == false);
    return run_program(words, two.folder).err;
  };
  CHECK_THAT(fault(R"([{"columns": [1, 0], "hold": 4}])"), Contains("never served"));
  CHECK_THAT(fault(R"([{"columns": [1, -1], "hold": 3}])"), Contains("never served"));
  CHECK_THAT(fault(R"([{"columns": [1, 1], "hold": 5}])"), Contains("column 1 is set for rows"));
  CHECK_THAT(fault("[]"), Contains("never served"));
}

TEST_CASE("A late or nonsensical scheduler ends the command with one line") {
  const Exchange two;
  const auto line = [&](const std::string& answer) {
    return mistake(two.saying(answer), two.folder);
  };
  CHECK_THAT(mistake(with(two.words, {"sleep 9", "--patience", "0.2"}), two.folder),
             Contains("sleep 9") && Contains("0.2 s"));
  CHECK_THAT(mistake(with(two.words, {"exit 3"}), two.folder), Contains("exit code 3"));
  CHECK_THAT(line("hello"), Contains("'hello'"));
  CHECK_THAT(line("{}"), Contains("/settings"));
  CHECK_THAT(line(R"({"settings": 3})"), Contains("/settings"));
  CHECK_THAT(line(R"({"settings": [], "speed": 1})"), Contains("speed"));
  CHECK_THAT(line(R"({"settings": [{"columns": [1, 0]}]})"), Contains("/settings/0/hold"));
  CHECK_THAT(line(R"({"settings": [{"columns": [1, 0], "hold": 0}]})"),
             Contains("/settings/0/hold"));
  CHECK_THAT(line(R"({"settings": [{"columns": [1, 0], "hold": 1.5}]})"),
             Contains("/settings/0/hold"));
  CHECK_THAT(line(R"({"settings": [{"columns": [1], "hold": 1}]})"),
             Contains("/settings/0/columns"));
  CHECK_THAT(line(R"({"settings": [{"columns": [1, 2], "hold": 1}]})"),
             Contains("/settings/0/columns/1"));
  CHECK_THAT(line(R"({"format": "jacquard-schedule", "version": 1, "ports": 3, "entries": []})"),
             Contains("/ports"));
}

TEST_CASE("Options of a scheduler from outside are refused where nothing reads them") {
  const Exchange two;
  const Words words = {"schedule", "--demand", "d.csv"};
  CHECK_THAT(mistake(with(words, {"--patience", "3"}), two.folder), Contains("--patience"));
  CHECK_THAT(mistake(with(words, {"--scheduler", "outside"}), two.folder), Contains("outside"));
  base::write_file(two.folder.path("s.json"), "{}");
  CHECK_THAT(mistake(with(words, {"--check", "s.json", "--outside", "true"}), two.folder),
             Contains("--outside"));
}

TEST_CASE("A scheduler from outside decides in a simulated fabric") {
  const Folder folder;
  // One permutation: whoever decides, it is one setting.
  const Words simulate = {"simulate",
                          "permutation",
                          "--fabrics",
                          "circuit",
                          "--no-report",
                          "--set",
                          "circuit.charge_acks=false",
                          "--set",
                          "scheduler.bits=none"};
  const auto completion = [&](const Words& more) {
    const json rows = rows_of(with(simulate, more), folder);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].at("permutations") == 1);
    return rows[0].at("completion_ps").get<std::int64_t>();
  };
  CHECK(completion({"--set", "scheduler.kind=program", "--set", "scheduler.program=" + kExample}) ==
        completion({"--set", "scheduler.name=exact", "--set", "scheduler.timing=fixed"}));
  CHECK_THAT(mistake(with(simulate, {"--set", "scheduler.kind=program"}), folder),
             Contains("scheduler#/program: expected a command"));
  CHECK_THAT(
      mistake(with(simulate, {"--set", "scheduler.kind=program", "--set",
                              "scheduler.program=read a; read b; echo '{\"settings\": []}'; cat"}),
              folder),
      Contains("scheduler.program: expected a schedule of permutations that covers the demand"));
}
