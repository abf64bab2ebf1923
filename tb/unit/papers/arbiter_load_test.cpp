// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <catch2/catch.hpp>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "papers/verbs/all.hpp"

using namespace jacquard;

namespace {

// Runs the study as typed and gives the JSON it writes.
std::string study_json(const std::string& options, int threads) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("jacquard-arbiter-load-" + std::to_string(threads));
  cli::Common common;
  common.json = true;
  common.threads = threads;
  common.out = folder.string();
  CLI::App app;
  cli::Arguments arguments(app);
  const auto run = cli::arbiter_load_study().setup(arguments, common);
  app.parse(options);
  REQUIRE(run() == 0);
  std::string json = base::read_file((folder / "arbiter-load.json").string());
  CHECK(base::read_file((folder / "arbiter-load.svg").string()).rfind("<svg", 0) == 0);
  std::filesystem::remove_all(folder);
  return json;
}

}  // namespace

TEST_CASE("the study of arbiters gives equal bytes for any number of threads") {
  const std::string options = "--traffic bursty --ports 5 --loads 0.3,0.8 --slots 2000";
  const std::string one = study_json(options, 1);
  CHECK(one.find("\"qps\"") != std::string::npos);
  CHECK(study_json(options, 3) == one);
}

TEST_CASE("the study refuses unknown names and loads out of range before it writes") {
  for (const char* options : {"--arbiter islp", "--traffic unifrom", "--loads 1.5", "--ports 0",
                              "--iterations -1", "--loads 0", "--hot-share 2"}) {
    cli::Common common;
    CLI::App app;
    cli::Arguments arguments(app);
    const auto run = cli::arbiter_load_study().setup(arguments, common);
    app.parse(options);
    INFO(options);
    CHECK_THROWS_AS(run(), base::ConfigError);
  }
}
