// SPDX-License-Identifier: Apache-2.0
// `jacquard train --expert-routing`: how tokens choose experts, and the demand that it makes.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/program.hpp"

using jacquard::tb::Answer;
using jacquard::tb::count_lines;
using jacquard::tb::Folder;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

const Words kStep = {"train",      "mixtral-8x7b", "--system",  "dgx_h100_8", "--layers",
                     "2",          "--parallel",   "dp=1,ep=8", "--batch",    "8",
                     "--sequence", "2048",         "--engine",  "analytic",   "--json"};

double time_of(const Words& more, const Folder& folder) {
  const Answer answer = run_program(with(kStep, more), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out).at("rows").at(0).at("time_ps");
}

}  // namespace

TEST_CASE("A skewed routing makes a step slower\\, by a law as by a log of the same skew") {
  const Folder folder;
  const double uniform = time_of({}, folder);
  CHECK(time_of({"--expert-routing", "uniform"}, folder) == uniform);
  CHECK(time_of({"--expert-routing", "power_law:0.5"}, folder) > 1.2 * uniform);
  // Every source sends half of its tokens' choices to the experts of rank 1: four times the mean.
  std::string half;
  std::string even;
  for (int i = 0; i < 8; ++i) {
    half += "1,7,1,1,1,1,1,1\n";
    even += "1,1,1,1,1,1,1,1\n";
  }
  CHECK(time_of({"--expert-routing", folder.file("half.csv", half)}, folder) > 1.5 * uniform);
  CHECK(time_of({"--expert-routing", folder.file("even.csv", even)}, folder) ==
        Approx(uniform).epsilon(0.01));
}

TEST_CASE("The dispatch of a step goes to a scheduler") {
  const Folder folder;
  time_of({"--expert-routing", "power_law:0.5", "--out", folder.path("out")}, folder);
  const std::string demand = folder.path("out/expert_dispatch.csv");
  const Answer answer = run_program({"schedule", "--demand", demand, "--json"}, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  CHECK_FALSE(json::parse(answer.out).at("rows").empty());
  // 2,048 tokens of 4,096 bf16 values, 2 experts each, from 8 ranks: on every run the same.
  const Answer again = run_program(
      with(kStep, {"--expert-routing", "power_law:0.5", "--out", folder.path("again")}), folder);
  REQUIRE(again.exit_code == 0);
  const Answer same = run_program(
      {"schedule", "--demand", folder.path("again/expert_dispatch.csv"), "--json", "--no-timing"},
      folder);
  CHECK(json::parse(same.out).at("rows").size() == json::parse(answer.out).at("rows").size());
}

TEST_CASE("A routing that cannot be is refused in one line") {
  const Folder folder;
  const std::string square = folder.file("two.csv", "1,2\n3,4\n");
  const struct {
    Words words;
    const char* says;
  } mistakes[] = {
      {{"--expert-routing", "power_law:11"}, "0..10"},
      {{"--expert-routing", "power_law:nan"}, "0..10"},
      {{"--expert-routing", "drifting:x"}, "whole number"},
      {{"--expert-routing", "no/such.log"}, "no/such.log"},
      {{"--expert-routing", square}, "--expert-routing#/ranks: expected 2"},
      {{"--model", "llama3-8b", "--expert-routing", "power_law:1"}, "experts"},
  };
  for (const auto& mistake : mistakes) {
    const Answer answer = run_program(with(kStep, mistake.words), folder);
    CAPTURE(mistake.says, answer.err);
    CHECK(answer.exit_code == 2);
    CHECK(answer.out.empty());
    CHECK(count_lines(answer.err) == 1);
    CHECK_THAT(answer.err, Catch::Contains(mistake.says));
  }
}
