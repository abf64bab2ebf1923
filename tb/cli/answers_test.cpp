// SPDX-License-Identifier: Apache-2.0
// What every answer has in common: one JSON object, the same bytes for any number of threads.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "jacquard/tool/process.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

using jacquard::tb::Answer;
using jacquard::tb::count_lines;
using jacquard::tb::Folder;
using jacquard::tb::in_source_tree;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

const std::string kTrace = "configs/traces/esft_16x16_token_matrices.jsonl";

json object_of(const std::vector<std::string>& arguments, const Folder& folder) {
  const Answer answer = run_program(arguments, folder);
  INFO("stderr: " << answer.err);
  CHECK(answer.exit_code == 0);
  REQUIRE(json::accept(answer.out));  // exactly one value: accept() refuses anything after it
  json object = json::parse(answer.out);
  for (const char* key : {"command", "version", "config_hash", "seed", "rows"}) {
    CHECK(object.contains(key));
  }
  return object;
}

void check_flat(const json& object) {
  REQUIRE(!object["rows"].empty());
  for (const json& row : object["rows"]) {
    INFO(row.dump());
    if (row.value("row_kind", "") == "schema") continue;  // a JSON Schema is an object
    for (const json& value : row) CHECK_FALSE(value.is_structured());
  }
}

void check_same_for_any_threads(const Words& command, const Folder& folder) {
  std::vector<Answer> answers;
  for (const char* threads : {"1", "2", "0", "1"}) {
    const Words words = with(command, {"--no-timing", "--threads", threads});
    answers.push_back(run_program(words, folder));
    INFO(json(words) << ": " << answers.back().err);
    CHECK(answers.back().exit_code == 0);
    CHECK(answers.back().out == answers.front().out);
  }
  CHECK(!answers[0].out.empty());
  if (command.back() != "--json") return;
  const json object = json::parse(answers[0].out);
  for (const json& row : object["rows"]) {
    for (const auto& item : row.items()) CHECK(item.key().find("wall") == std::string::npos);
  }
}

}  // namespace

TEST_CASE("An answer under --json is exactly one object, of flat rows") {
  const Folder folder;
  const std::vector<std::vector<std::string>> commands = {
      {"schedule", "--demand", "moe:8", "--bits", "4", "--json"},
      {"schedule", "--list", "--json"},
      {"repro", "--list", "--json"},
      {"repro", "chronos.slot", "--json"},
      {"verify", "--list", "--json"},
      {"bench", "--list", "--json"},
      {"study", "--list", "--json"},
      {"study", "arbiter-load", "--ports", "4", "--slots", "100", "--json"},
      {"config", "show", "--json"},
      {"config", "show", "ladder_fast_optics", "--json"},
      {"config", "schema", "--json"},
  };
  for (const auto& command : commands) {
    const json object = object_of(command, folder);
    CHECK(object["command"] == command[0]);
    check_flat(object);
  }
}

TEST_CASE("The whole of repro is one object of flat rows, the same for any threads", "[full]") {
  const Folder folder;
  check_flat(object_of({"repro", "--json"}, folder));
  check_same_for_any_threads({"repro", "--json"}, folder);
  check_same_for_any_threads({"repro"}, folder);
}

TEST_CASE(
    "Every listed scheduler decomposes a real routing matrix validly, by largest entry and by "
    "slot") {
  const Folder folder;
  std::set<std::string> listed;
  const json list = object_of({"schedule", "--list", "--json"}, folder);
  for (const json& row : list["rows"]) {
    listed.insert(row["scheduler"]);
  }
  for (const char* name : {"exact",
                           "maximal",
                           "bottleneck",
                           "minhold",
                           "unit",
                           "ladder",
                           "critical-first",
                           "solstice",
                           "eclipse",
                           "eclipse-coarse",
                           "level-matching",
                           "holds-first",
                           "greedy-max-weight",
                           "tms",
                           "round-robin",
                           "round-robin-vlb",
                           "shifts",
                           "auto",
                           "wwfa",
                           "islip",
                           "qps"}) {
    CHECK(listed.count(name) == 1);
  }
  for (const char* name : {"best", "spread", "shift", "few", "choose"})
    CHECK(listed.erase(name) == 1);  // by name
  const std::vector<std::vector<std::string>> options = {
      {"--bits", "8", "--guard", "10 ns"},
      {"--bits", "12", "--slot", "1 us", "--rate", "800 Gb/s", "--bytes-per-token", "32 KiB"},
  };
  for (const auto& option : options) {
    std::vector<std::string> words{"schedule", "--demand", in_source_tree(kTrace), "--json"};
    words.insert(words.end(), option.begin(), option.end());
    std::set<std::string> answered;
    const json object = object_of(words, folder);
    for (const json& row : object["rows"]) {
      answered.insert(row["scheduler"]);
      INFO(row.dump());
      for (const char* key :
           {"scheduler", "ports", "permutations", "slots", "max_line_quanta", "efficiency",
            "efficiency_bytes", "served_quanta", "idle_quanta", "useless_pairs", "makespan_ps",
            "lower_bound_ps", "first_permutation_slots", "decision_wall_ns", "hops", "valid"}) {
        CHECK(row.contains(key));
      }
      CHECK(row["ports"] == 16);
      CHECK(row["valid"] == true);
      CHECK(row["makespan_ps"] >= row["lower_bound_ps"]);
      if (row["scheduler"] == "exact") {
        CHECK(row["efficiency"] == 1.0);
        CHECK(row["slots"] == row["max_line_quanta"]);
      }
    }
    CHECK(answered == listed);
  }
}

TEST_CASE("Without wall clocks the answer is byte-identical for any number of threads") {
  const Folder folder;
  const std::vector<std::vector<std::string>> commands = {
      {"schedule", "--demand", in_source_tree(kTrace), "--bits", "8", "--json"},
      {"schedule", "--demand", in_source_tree(kTrace), "--bits", "8"},
      {"schedule", "--demand", in_source_tree(kTrace), "--index", "all", "--scheduler",
       "exact,ladder,solstice,qps", "--bits", "8", "--json"},
      {"schedule", "--demand", "moe:24", "--seed", "7", "--bits", "6", "--json"},
      {"repro", "chronos.table2", "--json"},
      {"repro", "cosmic.table3"},
      {"study", "arbiter-load", "--ports", "8", "--slots", "1000", "--loads", "0.5,0.9", "--json"},
      {"study", "arbiter-load", "--ports", "8", "--slots", "1000", "--traffic", "bursty"},
      {"config", "show", "--json"},
  };
  for (const auto& command : commands) check_same_for_any_threads(command, folder);
}

TEST_CASE("One port and no traffic are legal demands") {
  const Folder folder;
  folder.file("one.csv", "5\n");
  folder.file("nothing.csv", "0,0,0\n0,0,0\n0,0,0\n");
  const json one = object_of({"schedule", "--demand", "one.csv", "--json"}, folder);
  CHECK(one["rows"].size() > 10);
  for (const json& row : one["rows"]) {
    INFO(row.dump());
    CHECK(row["valid"] == true);
    CHECK(row["ports"] == 1);
    CHECK(row["slots"] >= 5);  // without --bits a quantum is one byte
  }
  const json none =
      object_of({"schedule", "--demand", "nothing.csv", "--bits", "8", "--json"}, folder);
  for (const json& row : none["rows"]) {
    INFO(row.dump());
    CHECK(row["valid"] == true);
    CHECK(row["permutations"] == 0);
    CHECK(row["makespan_ps"] == 0);
  }
}

TEST_CASE("A saved schedule is judged valid, and one that was tampered with is not") {
  const Folder folder;
  folder.file("d.csv", "0,3\n2,0\n");
  folder.file("other.csv", "0,4\n2,0\n");
  const Answer saved = run_program(
      {"schedule", "--demand", "d.csv", "--scheduler", "exact", "--save", "s.json", "--json"},
      folder);
  REQUIRE(saved.exit_code == 0);
  CHECK(run_program({"schedule", "--demand", "d.csv", "--check", "s.json"}, folder).exit_code == 0);
  const Answer wrong =
      run_program({"schedule", "--demand", "other.csv", "--check", "s.json", "--json"}, folder);
  CHECK(wrong.exit_code == 1);
  CHECK(json::parse(wrong.out)["rows"][0]["valid"] == false);
  CHECK(count_lines(wrong.err) == 1);
}

TEST_CASE("A full disk is not a success") {
  const Folder folder;
  for (const char* arguments : {"schedule --list --json", "--help", "config schema"}) {
    const auto run = jacquard::tool::run_process(
        {"sh", "-c", std::string("exec \"$0\" ") + arguments + " >/dev/full", JACQUARD_PROGRAM});
    INFO(arguments);
    CHECK(run.exit_code == 2);
    CHECK(run.output == "jacquard: cannot write the output: No space left on device\n");
  }
}

TEST_CASE("A reader that closes the pipe ends the program without a complaint") {
  const auto run = jacquard::tool::run_process(
      {"sh", "-c", "{ \"$0\" schedule --demand uniform:16 --scheduler exact --json; } | true",
       JACQUARD_PROGRAM});
  CHECK(run.exit_code == 0);
  CHECK(run.output.empty());
}

TEST_CASE("A closed stdout is not a success, and a full stderr changes no exit code") {
  const auto run = [](const std::string& redirected) {
    return jacquard::tool::run_process({"sh", "-c", "exec \"$0\" " + redirected, JACQUARD_PROGRAM});
  };
  const auto closed = run("schedule --list >&-");
  CHECK(closed.exit_code == 2);
  CHECK(count_lines(closed.output) == 1);
  CHECK_THAT(closed.output, Catch::StartsWith("jacquard: cannot write the output"));

  CHECK(run("shedule 2>/dev/full").exit_code == 2);
  CHECK(run("schedule --demand gone.csv 2>/dev/full").exit_code == 2);
  CHECK(run("schedule --jsn 2>/dev/full").exit_code == 2);
  CHECK(run("schedule --list >/dev/full 2>/dev/full").exit_code == 2);
  CHECK(run("schedule --list 2>&-").exit_code == 0);
}
