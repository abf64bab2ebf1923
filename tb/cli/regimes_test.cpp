// SPDX-License-Identifier: Apache-2.0
// Which circuits for which guard, from the command line.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using Catch::Contains;
using namespace jacquard::tb;
using nlohmann::json;

namespace {

json rows_of(const Words& words) {
  const Folder folder;
  const Answer answer = run_program(with(words, {"--json", "--quiet"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out).at("rows");
}

json scheduled(const std::string& scheduler, const std::string& guard) {
  return rows_of({"schedule", "--demand", "uniform:16", "--bits", "8", "--rate", "400 Gb/s",
                  "--scheduler", scheduler, "--guard", guard})
      .at(0);
}

}  // namespace

TEST_CASE("auto is direct for short guards, in few settings for long ones, and never late") {
  const json brief = scheduled("auto", "1 ns");
  CHECK(brief.at("hops") == 1);
  CHECK(brief.at("family") == "direct");
  const json lasting = scheduled("auto", "100 ms");
  CHECK(lasting.at("hops").get<int>() > 1);
  CHECK(lasting.at("family").get<std::string>().rfind("shifts ", 0) == 0);
  CHECK(lasting.at("permutations").get<int>() <
        scheduled("holds-first", "100 ms").at("permutations").get<int>());
  for (const char* guard : {"1 ns", "10 us", "100 ms"}) {
    const json best = scheduled("auto", guard);
    CHECK(best.at("valid") == true);
    CHECK(best.at("makespan_ps") >= best.at("bound_ps"));
    for (const char* part : {"holds-first", "shifts"}) {
      CHECK(best.at("makespan_ps") <= scheduled(part, guard).at("makespan_ps"));
    }
  }
}

TEST_CASE("A saved schedule of several hops is read again, and checked") {
  const Folder folder;
  const Words demand = {"schedule", "--demand", "uniform:16", "--bits", "8"};
  REQUIRE(run_program(with(demand, {"--scheduler", "shifts", "--set", "shape=4x4", "--save",
                                    folder.path("s.json")}),
                      folder)
              .exit_code == 0);
  const Answer checked = run_program(with(demand, {"--check", folder.path("s.json")}), folder);
  CHECK(checked.exit_code == 0);
  CHECK_THAT(mistake(with(demand, {"--scheduler", "shifts", "--set", "shape=4x5"}), folder),
             Contains("shape") && Contains("16"));
}

TEST_CASE("Regimes of nothing, and of a shape that nothing reads, are refused") {
  const Folder folder;
  CHECK_THAT(mistake({"study", "regimes", "--demand", "none", "--job", "none", "--serving", "none"},
                     folder),
             Contains("--demand"));
  CHECK_THAT(
      mistake({"schedule", "--demand", "moe:16", "--scheduler", "auto", "--shape", "4x4"}, folder),
      Contains("--shape") && Contains("shifts"));
}

TEST_CASE("Regimes of a matrix say who is best at each guard") {
  const json rows = rows_of({"study", "regimes", "--demand", "uniform:16", "--job", "none",
                             "--serving", "none", "--guards", "1 ns,100 ms"});
  int best = 0;
  for (const json& row : rows) {
    if (row.at("row_kind") != "regime_point" || row.at("fabric") != "circuit") continue;
    CHECK(row.at("time_ps") >= row.at("bound_ps"));
    best += row.at("best").get<bool>() ? 1 : 0;
  }
  CHECK(best >= 2);
}
