// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/findings.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "papers/madmax/findings_page.hpp"
#include "papers/verbs/all.hpp"

using namespace jacquard;
using namespace jacquard::studies::madmax;

namespace {

Finding finding(Claim::Is is, double mark, std::optional<double> paper,
                std::optional<double> physical) {
  Finding f{{}, paper, physical, {}};
  f.claim.is = is;
  f.claim.mark = mark;
  f.alone.fill(paper);
  return f;
}

std::string study(const std::string& options, int threads) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("jacquard-findings-" + std::to_string(threads));
  cli::Common common;
  common.json = true;
  common.quiet = true;
  common.threads = threads;
  common.out = folder.string();
  CLI::App app;
  cli::Arguments arguments(app);
  const auto run = cli::findings_study().setup(arguments, common);
  app.parse(options);
  const int code = run();
  REQUIRE(code == 0);
  std::string all;
  for (const char* file : {"findings.json", "findings.md", "findings.svg"}) {
    all += base::read_file((folder / file).string());
  }
  std::filesystem::remove_all(folder);
  return all;
}

}  // namespace

TEST_CASE("a conclusion survives, weakens, ties, falls or cannot run") {
  constexpr auto above = Claim::Is::above, below = Claim::Is::below;
  CHECK(verdict_of(finding(above, 1, 1.21, 1.11)) ==
        "survives");  // 1.1 is half of it in logarithms
  CHECK(verdict_of(finding(above, 1, 1.21, 1.09)) == "weakens");
  CHECK(verdict_of(finding(above, 1, 1.21, 0.98)) == "falls");
  CHECK(verdict_of(finding(above, 1, 1.21, 0.995)) == "tie");
  CHECK(verdict_of(finding(below, 1, 0.25, 0.49)) == "survives");
  CHECK(verdict_of(finding(below, 1, 0.25, 0.51)) == "weakens");
  CHECK(verdict_of(finding(below, 1, 0.25, 1.02)) == "falls");
  CHECK(verdict_of(finding(above, 10, 12, 11.5)) == "survives");
  CHECK(verdict_of(finding(above, 1, 1.21, {})) == "cannot run");
  CHECK(verdict_of(finding(above, 1, 0.9, 1.2)) == "only physically");
  CHECK(verdict_of(finding(above, 1, 0.9, 0.8)) == "in neither");
}

TEST_CASE("the departure that decides is the one that alone goes furthest the same way") {
  Finding f = finding(Claim::Is::above, 1, 2.0, 1.2);
  CHECK(decided_by(f).empty());
  f.alone[0] = 1.8;
  f.alone[1] = 1.4;
  f.alone[2] = 4.0;  // the other way
  f.alone[3] = {};
  CHECK(decided_by(f) == plan::name_of(static_cast<plan::Departure>(1)));
  f.physical = 3.0;
  CHECK(decided_by(f) == plan::name_of(static_cast<plan::Departure>(2)));
}

TEST_CASE("variants are the paper's rules, all departures, and each alone") {
  for (int d = 0; d < plan::kDepartures; ++d) {
    const auto departure = static_cast<plan::Departure>(d);
    CHECK_FALSE(variant(0).has(departure));
    CHECK(variant(1).has(departure));
    for (int other = 0; other < plan::kDepartures; ++other) {
      CHECK(variant(2 + other).has(departure) == (other == d));
    }
  }
}

TEST_CASE("by its own rules the paper's conclusions hold, each under a name of its own") {
  std::vector<std::string> names;
  for (const Claim& claim : all_claims()) {
    INFO(claim.id);
    const auto value = claim.value(plan::Physics::none());
    REQUIRE(value);
    // What it measured on its fleet, its rules do not give: LLaMA's plan hides a tenth.
    CHECK(holds(claim, *value) == (claim.id != "o4.llm"));
    names.push_back(claim.id);
  }
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("study findings writes the same bytes for any number of threads") {
  const std::string once = study("--only insight3", 1);
  CHECK(once == study("--only insight3", 2));
  CHECK(once.find("insight3.order") != std::string::npos);
  CHECK(once.find("insight4") == std::string::npos);
}

TEST_CASE("study findings refuses a finding that is none") {
  CHECK_THROWS_AS(study("--only insight9", 1), base::ConfigError);
}
