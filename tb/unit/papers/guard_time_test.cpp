// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "papers/circuits/ladder_choice.hpp"
#include "papers/verbs/all.hpp"

using namespace jacquard;
using studies::completion;

namespace {

schedule::Schedule three_settings() {
  schedule::Schedule schedule(2);
  schedule.append({0, 1}, 5);
  schedule.append({1, 0}, 3);
  schedule.append({0, schedule::kUnmatched}, 2);
  return schedule;
}

// Runs the study as typed and gives the JSON it writes.
nlohmann::json study(const std::string& options, int threads, std::string* text = nullptr) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("jacquard-guard-time-" + std::to_string(threads));
  cli::Common common;
  common.json = true;
  common.no_timing = true;
  common.threads = threads;
  common.out = folder.string();
  CLI::App app;
  cli::Arguments arguments(app);
  const auto run = cli::guard_time_study().setup(arguments, common);
  app.parse(options);
  REQUIRE(run() == 0);
  const std::string json = base::read_file((folder / "guard-time.json").string());
  CHECK(base::read_file((folder / "guard-time.html").string()).find("<svg") != std::string::npos);
  std::filesystem::remove_all(folder);
  if (text != nullptr) *text = json;
  return nlohmann::json::parse(json);
}

}  // namespace

TEST_CASE("a schedule decided at once takes its slots and a guard for each permutation") {
  const schedule::Schedule schedule = three_settings();
  CHECK(completion(schedule, 0, 0.0) == 10);
  CHECK(completion(schedule, 4, 0.0) == 10 + 3 * 4);
  CHECK(completion(schedule, 4, 7.5) == 7.5 + 10 + 3 * 4);
  CHECK(completion(schedule, 4, std::vector<double>{0, 0, 0}) == 10 + 3 * 4);
}

TEST_CASE("a permutation waits for its decision or for the guard, whichever is longer") {
  // 0..4 guard, but ready at 6: 6..11. Guard to 15, ready at 3: 15..18. Guard to 22, ready at 40.
  CHECK(completion(three_settings(), 4, std::vector<double>{6, 3, 40}) == 42);
}

TEST_CASE("a core's permutations are ready when its golden model shows them") {
  const schedule::CoreShape shape{schedule::CoreKind::unit, 2, 3, 1};
  const demand::QuantaMatrix demand(2, {2, 0, 0, 2});
  const auto decision = studies::decide_in_hardware(shape, {}, demand, 0.5);
  // Two clocks of load, then the first permutation after groups + 2 clocks, and one a clock.
  CHECK(decision.ready == std::vector<double>{0.5 * (2 + 4), 0.5 * (2 + 5)});
  CHECK(decision.cycles == 2 + 2 + 2 + 3);
}

TEST_CASE("the ladder's floor rises with the guard time") {
  const schedule::CoreShape shape{schedule::CoreKind::ladder, 4, 6, 2};
  const std::vector<demand::QuantaMatrix> training{
      demand::QuantaMatrix(4, {63, 1, 0, 2, 3, 60, 5, 0, 0, 7, 50, 1, 4, 0, 9, 55})};
  const auto free = studies::choose_ladder_options(shape, training, 0, 0.001);
  const auto costly = studies::choose_ladder_options(shape, training, 1000, 0.001);
  CHECK(free.floor == 0);
  CHECK(costly.floor > free.floor);
}

TEST_CASE("a permutation takes its quanta and one guard, which is the bound") {
  const auto rows =
      study("--schedulers exact,round-robin --demand-class permutation --ports 5 --guards 0,51",
            1)["rows"];
  REQUIRE(rows.size() == 4);
  for (const auto& row : rows) {
    const double guard = row["guard_quanta"];
    CHECK(row["bound_over_max_line"].get<double>() == Approx(1 + guard / 255));
    if (row["scheduler"] != "exact") continue;
    CHECK(row["makespan_over_max_line"].get<double>() == Approx(1 + guard / 255));
    CHECK(row["permutations"] == 1);
  }
}

TEST_CASE(
    "no scheduler beats the bound, and the study gives equal bytes for any number of threads") {
  const std::string options = "--ports 6 --matrices 2 --training 1 --guards 3,40";
  std::string one, three;
  const auto rows = study(options, 1, &one)["rows"];
  study(options, 3, &three);
  CHECK(one == three);
  CHECK(one.find("wall") == std::string::npos);
  for (const auto& row : rows) {
    INFO(row.dump());
    CHECK(row["makespan_over_max_line"].get<double>() >=
          row["bound_over_max_line"].get<double>() - 1e-9);
  }
}

TEST_CASE("the study of guard times refuses what it cannot do, naming the option") {
  cli::Common common;
  for (const char* options :
       {"--guards -1", "--guards 1e9", "--guards nan", "--ports 0", "--matrices 0", "--bits 17",
        "--slot 5", "--clock 0ns", "--demand-class moo", "--schedulers eclips"}) {
    INFO(options);
    CLI::App app;
    cli::Arguments arguments(app);
    const auto run = cli::guard_time_study().setup(arguments, common);
    app.parse(options);
    CHECK_THROWS_AS(run(), base::ConfigError);
  }
}
