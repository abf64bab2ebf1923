// SPDX-License-Identifier: Apache-2.0
// `jacquard explain` as a user runs it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::mistake;
using tb::run_program;

TEST_CASE("explain says of a shipped job what takes its time, the largest share first") {
  const Folder folder;
  const Answer step =
      run_program({"train", "gpt3_175b_pipeline", "--engine", "analytic", "--json"}, folder);
  REQUIRE(step.exit_code == 0);
  const std::string file = folder.file("step.json", step.out);
  const Answer answer = run_program({"explain", file, "--json"}, folder);
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out).at("rows");
  const json& summary = rows.at(0);
  CHECK(summary.at("row_kind") == "summary");
  CHECK(summary.at("model") == "gpt3-175b");
  CHECK(summary.at("compute_share").get<double>() + summary.at("exposed_comm_share").get<double>() +
            summary.at("bubble_share").get<double>() ==
        Approx(1));
  double last = 1;
  bool pipeline = false;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CHECK(rows[i].at("row_kind") == "finding");
    CHECK(rows[i].at("share") <= last);
    last = rows[i].at("share");
    pipeline = pipeline || rows[i].at("about") == "pipeline";
    CHECK_FALSE(rows[i].at("finding").get<std::string>().empty());
    CHECK_FALSE(rows[i].at("remedy").get<std::string>().empty());
  }
  CHECK(pipeline);
  CHECK(run_program({"explain", file}, folder).out.find("finding") != std::string::npos);
}

TEST_CASE("explain reads a pipe, which it may read once, by its path or as -") {
  const Folder folder;
  const Answer step =
      run_program({"train", "gpt3_175b_pipeline", "--engine", "analytic", "--json"}, folder);
  const std::string file = folder.file("step.json", step.out);
  const Answer expected = run_program({"explain", file}, folder);
  REQUIRE(expected.exit_code == 0);
  for (const char* given : {"-", "/dev/stdin"}) {
    const std::string line = std::string("cat step.json | \"$0\" explain --quiet ") + given;
    const auto piped = tool::run_process({"sh", "-c", line, JACQUARD_PROGRAM}, folder.path(""));
    CHECK(piped.exit_code == 0);
    CHECK(piped.output == expected.out);
  }
}

TEST_CASE("explain gives no remedy twice for products and kernels of a shipped job") {
  const Folder folder;
  for (const char* job : {"llama3_405b_16384", "gpt3_175b_pipeline", "mixtral_8x7b_64"}) {
    CAPTURE(job);
    const Answer step = run_program({"train", job, "--engine", "analytic", "--json"}, folder);
    REQUIRE(step.exit_code == 0);
    const Answer answer =
        run_program({"explain", folder.file("step.json", step.out), "--json"}, folder);
    std::vector<std::string> remedies;
    const json result = json::parse(answer.out);
    for (const json& row : result.at("rows")) {
      const std::string finding = row.value("finding", "");
      const bool of_kernels = finding.find("of the peak") != finding.npos ||
                              finding.find("no products") != finding.npos;
      if (of_kernels) remedies.push_back(row.at("remedy"));
    }
    CHECK(!remedies.empty());
    std::sort(remedies.begin(), remedies.end());
    CHECK(std::adjacent_find(remedies.begin(), remedies.end()) == remedies.end());
  }
}

TEST_CASE("explain takes what jacquard train printed and nothing else") {
  const Folder folder;
  CHECK_THAT(mistake({"explain"}, folder), Contains("RESULT: expected a file that jacquard train"));
  CHECK_THAT(mistake({"explain", "none.json"}, folder), Contains("none.json: expected a readable"));
  CHECK_THAT(mistake({"explain", "."}, folder), Contains("schedule.json, found none"));
  folder.file("text.json", "a step");
  CHECK_THAT(mistake({"explain", "text.json"}, folder), Contains("text.json, line 1, column 1"));
  folder.file("nan.json", R"({"command": "train", "rows": [{"time_ps": NaN}]})");
  CHECK_THAT(mistake({"explain", "nan.json"}, folder), Contains("nan.json#/rows/0/row_kind"));
  const Answer other = run_program({"collective", "--topology", "Ring(4)", "--json"}, folder);
  folder.file("other.json", other.out);
  CHECK_THAT(mistake({"explain", "other.json"}, folder),
             Contains("other.json#/command: expected train, simulate or schedule") &&
                 Contains("\"collective\""));
}

TEST_CASE("explain shares out the time of fabrics, and draws it") {
  const Folder folder;
  const Answer run = run_program(
      {"simulate", "moe_alltoall", "--set", "traffic.demands=moe:16", "--set", "traffic.count=1",
       "--set", "circuit.guard=10 us", "--fabrics", "circuit", "--no-report", "--json", "--quiet"},
      folder);
  REQUIRE(run.exit_code == 0);
  const json row = json::parse(run.out)["rows"][0];
  const std::string file = folder.file("fabrics.json", run.out);
  const Answer answer = run_program({"explain", file, "--json", "--out", "why"}, folder);
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out)["rows"];
  const json& time = rows[0];
  CHECK(time["row_kind"] == "time");
  double sum = 0;
  for (const char* key : {"data_ps", "decision_ps", "guard_ps", "other_ps"}) {
    CHECK(time[key] >= 0);
    sum += time[key].get<double>();
  }
  CHECK(sum == Approx(time["time_ps"].get<double>()).epsilon(1e-12));
  CHECK(time["time_ps"] == row["completion_mean_ps"].get<double>());
  CHECK(time["guard_ps"] == row["guard_ps"].get<double>());
  bool guard = false;
  for (const json& finding : rows) guard = guard || finding.value("about", "") == "guard";
  CHECK(guard);
  CHECK_THAT(jacquard::base::read_file(folder.path("why/explain.svg")), Contains("guard"));
  CHECK_THAT(jacquard::base::read_file(folder.path("why/explain.html")), Contains("<svg"));
}

TEST_CASE("explain counts a schedule's decision, its guards and its unfilled slots") {
  const Folder folder;
  // 12 slots of 10 ps, of which the busiest port fills 10; 10 ps of guards; 50 ps of decision.
  const std::string file = folder.file(
      "s.json",
      R"({"command": "schedule", "rows": [{"scheduler": "s", "makespan_ps": 130, "guard_ps": 10,
          "slots": 12, "max_line_quanta": 10, "decision_wall_ns": 0.05}]})");
  const Answer answer = run_program({"explain", file, "--json"}, folder);
  const json time = json::parse(answer.out)["rows"][0];
  CHECK(time["time_ps"] == 180);
  CHECK(time["data_ps"] == 100);
  CHECK(time["guard_ps"] == 10);
  CHECK(time["decision_ps"] == 50);
  CHECK(time["other_ps"] == 20);
}

TEST_CASE("explain counts of a decision only what no held setting hides") {
  const Folder folder;
  // 40 ps of data are held for 60 ps (headers), 10 ps of guards: 130 ps leave 60 ps to wait, though
  // the last permutation was decided at 90 ps.
  const std::string file = folder.file(
      "f.json",
      R"({"command": "simulate", "rows": [{"fabric": "circuit", "completion_mean_ps": 130,
          "efficiency": 0.3076923076923077, "decision_ps": 90, "guard_ps": 10, "hold_ps": 60}]})");
  const Answer answer = run_program({"explain", file, "--json"}, folder);
  const json time = json::parse(answer.out)["rows"][0];
  CHECK(time["data_ps"] == Approx(40));
  CHECK(time["guard_ps"] == 10);
  CHECK(time["decision_ps"] == Approx(60));
  CHECK(time["other_ps"] == Approx(20));
}

TEST_CASE("explain names what it cannot explain") {
  const Folder folder;
  const auto why = [&](const std::string& text) {
    return mistake({"explain", folder.file("r.json", text), "--json"}, folder);
  };
  CHECK_THAT(why(R"({"command": "plan", "rows": []})"), Contains("train, simulate or schedule"));
  CHECK_THAT(why(R"({"command": "simulate", "rows": []})"), Contains("rows of fabrics"));
  CHECK_THAT(why(R"({"command": "simulate", "rows": [3]})"), Contains("/rows/0"));
  CHECK_THAT(why(R"([1])"), Contains("--json printed"));
  CHECK_THAT(why(R"({"command": "train", "rows": [{"row_kind": "series"}]})"),
             Contains("without --steps or --sweep prints one"));
  CHECK_THAT(why(R"({"command": "schedule", "rows": [{"makespan_ps": -1}]})"),
             Contains("/rows/0/makespan_ps"));
}

TEST_CASE("explain takes the folder of --out where one result lies in it") {
  const Folder folder;
  REQUIRE(run_program({"train", "llama3_8b_64", "--out", "D", "--quiet"}, folder).exit_code == 0);
  const auto whole = run_program({"explain", "D"}, folder);
  INFO(whole.err);
  CHECK(whole.exit_code == 0);
  CHECK(whole.out == run_program({"explain", "D/train.json"}, folder).out);
  std::filesystem::copy(folder.path("D/train.json"), folder.path("D/simulate.json"));
  CHECK_THAT(mistake({"explain", "D"}, folder), Contains("found D/train.json, D/simulate.json"));
  std::filesystem::remove(folder.path("D/train.json"));
  std::filesystem::remove(folder.path("D/simulate.json"));
  CHECK_THAT(
      mistake({"explain", "D"}, folder),
      Contains("D: expected one of train.json, simulate.json and schedule.json, found none"));
}
