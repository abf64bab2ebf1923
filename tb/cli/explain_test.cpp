// SPDX-License-Identifier: Apache-2.0
// `jacquard explain` as a user runs it.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
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

TEST_CASE("explain takes what jacquard train printed and nothing else") {
  const Folder folder;
  CHECK_THAT(mistake({"explain"}, folder), Contains("RESULT: expected a file that jacquard train"));
  CHECK_THAT(mistake({"explain", "none.json"}, folder), Contains("none.json: expected a readable"));
  CHECK_THAT(mistake({"explain", "."}, folder), Contains("expected a file, found a directory"));
  folder.file("text.json", "a step");
  CHECK_THAT(mistake({"explain", "text.json"}, folder), Contains("text.json, line 1, column 1"));
  folder.file("nan.json", R"({"command": "train", "rows": [{"time_ps": NaN}]})");
  CHECK_THAT(mistake({"explain", "nan.json"}, folder), Contains("nan.json, line 1"));
  const Answer other = run_program({"collective", "--topology", "Ring(4)", "--json"}, folder);
  folder.file("other.json", other.out);
  CHECK_THAT(mistake({"explain", "other.json"}, folder),
             Contains("other.json#/command: expected \"train\"") && Contains("\"collective\""));
}
