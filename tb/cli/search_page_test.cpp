// SPDX-License-Identifier: Apache-2.0
// The page of `jacquard search --out`.
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;

TEST_CASE("a search of two rewards writes a page with its convergence, front, knobs and designs") {
  const tb::Folder folder;
  const tb::Answer answer = tb::run_program(
      {"search", "cosmic_system2", "--agent", "nsga2", "--reward", "perf_per_bw,time", "--knobs",
       "workload", "--budget", "64", "--quiet", "--out", folder.path("found")},
      folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const std::string page = base::read_file(folder.path("found/report.html"));
  for (const char* heading : {"How it converged", "The front", "How the best differs",
                              "Which knobs decided", "The best designs"}) {
    CHECK_THAT(page, Contains(std::string("<h2>") + heading));
  }
  CHECK_THAT(page, Contains("<svg"));
  CHECK(page.find("http") == std::string::npos);  // it needs nothing from outside
  CHECK(page.find("nan") == std::string::npos);
}

TEST_CASE("a page of one reward has no front, and says when the best is certified") {
  const tb::Folder folder;
  const tb::Answer answer = tb::run_program(
      {"search", "cosmic_system2", "--agent", "exhaustive", "--reward", "perf_per_bw", "--knobs",
       "workload", "--quiet", "--out", folder.path("found")},
      folder);
  REQUIRE(answer.exit_code == 0);
  const std::string page = base::read_file(folder.path("found/report.html"));
  CHECK(page.find("<h2>The front") == std::string::npos);
  CHECK_THAT(page, Contains("certified"));
}
