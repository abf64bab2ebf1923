// SPDX-License-Identifier: Apache-2.0
// The sentence above the tables of a verb agrees with its rows, and --json has the rows alone.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/base/units.hpp"
#include "jacquard/report/html/text.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;
using Catch::StartsWith;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::run_program;
using tb::with;
using tb::Words;

namespace {

// What a verb says first, and its first row of a kind.
struct Said {
  std::string sentence;
  std::string tables;
  json row;
};

Said said_by(const Words& words, const Folder& folder, const char* kind) {
  const Answer people = run_program(with(words, {"--no-timing"}), folder);
  const Answer rows = run_program(with(words, {"--no-timing", "--json"}), folder);
  INFO(people.err << rows.err);
  REQUIRE(people.exit_code == 0);
  REQUIRE(json::accept(rows.out));
  Said said;
  const std::size_t end = people.out.find("\n\n");
  REQUIRE(end != std::string::npos);
  said.sentence = people.out.substr(0, end);
  said.tables = people.out.substr(end);
  const json result = json::parse(rows.out);
  for (const json& row : result.at("rows")) {
    if (said.row.is_null() && row.value("row_kind", "") == kind) said.row = row;
  }
  REQUIRE(!said.row.is_null());
  return said;
}

std::string time_of(const json& row, const char* key = "time_ps") {
  return report::time_text(base::Picoseconds{row.at(key).get<std::int64_t>()});
}

}  // namespace

TEST_CASE("train says first how long a step takes, and for what") {
  const Folder folder;
  const Said step =
      said_by({"train", "gpt3_175b_4_layers", "--engine", "analytic"}, folder, "step");
  CHECK_THAT(step.sentence, StartsWith("A step of gpt3-175b takes " + time_of(step.row)));
  CHECK_THAT(step.sentence, Contains("for 1,024 sequences on 1,024 NPUs"));
  CHECK_THAT(step.sentence, Contains("% MFU") || Contains(" MFU"));
  CHECK_THAT(step.sentence, !Contains("Nobody said a batch"));
  const Said usual = said_by({"train", "llama3-8b", "--system", "dgx_h100_8", "--parallel",
                              "dp=8,zero=3", "--engine", "analytic"},
                             folder, "step");
  CHECK_THAT(usual.sentence, Contains("Nobody said a batch: 512 sequences"));
}

TEST_CASE("collective says first how long it takes, by what, and over which bound") {
  const Folder folder;
  // A ring of 4 sends 2 x 3 times a quarter: 6 x 250 ns of 1 kB at 4 GB/s, and latencies.
  const Said run = said_by({"collective", "--topology", "Ring(4)", "--bytes", "4 kB", "--algorithm",
                            "ring", "--bandwidth", "4 GB/s", "--latency", "0 ns"},
                           folder, "run");
  CHECK_THAT(run.sentence, StartsWith("all-reduce of 4.00 kB on 4 NPUs takes " + time_of(run.row)));
  CHECK_THAT(run.sentence, Contains("by ring, 1 chunk") && Contains("no algorithm beats"));
}

TEST_CASE("search says first the best design, and whether another may be better") {
  const Folder folder;
  const Words words = {"search", "cosmic_system2", "--knobs", "workload", "--seed", "3"};
  const Said some = said_by(with(words, {"--budget", "20"}), folder, "search");
  CHECK_THAT(some.sentence, StartsWith("The best of 20 different designs has "));
  CHECK_THAT(some.sentence, Contains(some.row.at("best_design").get<std::string>()));
  CHECK_THAT(some.sentence, Contains("Not certified: there are 122 feasible designs."));
  const Said all = said_by(with(words, {"--budget", "1000"}), folder, "search");
  CHECK(all.row.at("distinct") == 122);
  CHECK_THAT(all.sentence, Contains("Certified: these are all 122 feasible designs."));
}

TEST_CASE("plan says first the fastest strategy, and its table has each strategy once") {
  const Folder folder;
  const Words words = {"plan", "dlrm-a", "--system", "zionex-128"};
  const Said plan = said_by(words, folder, "strategy");
  CHECK_THAT(plan.sentence,
             StartsWith(plan.row.at("strategy").get<std::string>() +
                        " is the fastest strategy that fits on 128 devices: " + time_of(plan.row)));
  CHECK(tb::count_lines(plan.tables) < 25);
  CHECK_THAT(plan.tables, !Contains("emb=mp:8,mp:16"));
  const Said all = said_by(with(words, {"--top", "0"}), folder, "strategy");
  CHECK(all.row == plan.row);
  CHECK(tb::count_lines(all.tables) > 40);
  CHECK_THAT(all.tables, !Contains("emb=mp:8,mp:16"));
}

TEST_CASE("plan by knobs says first the fastest setting") {
  const Folder folder;
  const Said plan =
      said_by({"plan", "llama3-8b", "--system", "dgx_h100_8", "--batch", "32", "--top", "3"},
              folder, "knobs");
  CHECK_THAT(plan.sentence,
             StartsWith(plan.row.at("parallel").get<std::string>() + " is the fastest of "));
  CHECK_THAT(plan.sentence, Contains("on 8 NPUs: " + time_of(plan.row) + " a step"));
}
