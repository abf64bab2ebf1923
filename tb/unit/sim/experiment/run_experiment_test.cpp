// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/run_experiment.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "sim/experiment/rows.hpp"
#include "support/folder.hpp"

namespace jacquard::experiment {
namespace {

ExperimentConfig small() {
  ExperimentConfig config;
  config.traffic.demands = {"moe:16"};
  config.traffic.count = 3;
  config.traffic.divide_by = 1024;
  config.fabrics = {{"circuit", &fabric_kind("circuit"), {}},
                    {"packet", &fabric_kind("packet"), {}}};
  return config;
}

// Everything but the wall clock.
std::vector<std::string> texts_of(const ExperimentAnswer& answer) {
  std::vector<std::string> texts;
  for (const CaseRuns& runs : answer.runs) {
    for (RunFigures f : runs.runs) {
      f.wall_s = 0;
      texts.push_back(figures_json(f, runs.of->kind->figures()).dump());
    }
  }
  return texts;
}

struct Stopped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

TEST_CASE("a study that was stopped does only what is missing, and answers the same",
          "[experiment]") {
  const ExperimentAnswer whole = run_experiment(small(), {});
  const tb::Folder folder;
  ExperimentOptions options;
  options.threads = 1;
  options.journal = folder.path("journal");
  options.progress = [](std::int64_t done, std::int64_t, const RunFigures&) {
    if (done == 4) throw Stopped("enough");
  };
  CHECK_THROWS_AS(run_experiment(small(), options), Stopped);
  std::int64_t done_again = 0;
  options.progress = [&](std::int64_t done, std::int64_t of, const RunFigures&) {
    CHECK(of == 6);
    CHECK(done > 4);
    ++done_again;
  };
  const ExperimentAnswer resumed = run_experiment(small(), options);
  CHECK(done_again == 2);
  CHECK(texts_of(resumed) == texts_of(whole));
}

TEST_CASE("a journal is not taken for that of other options", "[experiment]") {
  const tb::Folder folder;
  ExperimentOptions options;
  options.threads = 1;
  options.journal = folder.path("journal");
  run_experiment(small(), options);
  options.seed = 2;
  CHECK_THROWS_AS(run_experiment(small(), options), base::ConfigError);
}

TEST_CASE("a journal is not taken for that of flows that have changed", "[experiment]") {
  const tb::Folder folder;
  ExperimentConfig config = small();
  config.traffic.kind = TrafficKind::flows;
  config.traffic.file = folder.path("flows.txt");
  base::write_file(config.traffic.file, "0 1 1000 0\n");
  ExperimentOptions options;
  options.threads = 1;
  options.journal = folder.path("journal");
  run_experiment(config, options);
  CHECK_NOTHROW(run_experiment(config, options));
  base::write_file(config.traffic.file, "0 1 2000 0\n");
  CHECK_THROWS_AS(run_experiment(config, options), base::ConfigError);
}

TEST_CASE("seeds are runs of their own, the circuit's all alike", "[experiment]") {
  ExperimentOptions options;
  options.seeds = 3;
  ExperimentConfig config = small();
  config.traffic.count = 1;
  const ExperimentAnswer answer = run_experiment(config, options);
  REQUIRE(answer.runs[0].runs.size() == 3);
  CHECK(answer.runs[0].runs[0].completion == answer.runs[0].runs[2].completion);
  CHECK(case_metrics().json(answer.runs[1])["matrix_count"] == 1);
}

TEST_CASE("a measured latency is frozen where it was asked for", "[experiment]") {
  ExperimentConfig config = small();
  config.fabrics = {{"here", &fabric_kind("circuit"), {"scheduler.timing=measured"}},
                    {"given", &fabric_kind("circuit"), {"scheduler.latency=5 us"}}};
  const ExperimentAnswer answer = run_experiment(config, {});
  CHECK(answer.effective.fabrics[1].set == config.fabrics[1].set);
  CHECK(answer.cases[0].config.scheduler.timing == Timing::fixed);
  CHECK(answer.cases[0].config.scheduler.latency > base::Picoseconds{0});
}

TEST_CASE("a latency is not measured once for schedulers that differ", "[experiment]") {
  ExperimentConfig config = small();
  config.fabrics = {{"here", &fabric_kind("circuit"), {"scheduler.timing=measured"}}};
  config.sweep = {"scheduler.name", {"ladder", "exact"}};
  CHECK_THROWS_WITH(run_experiment(config, {}), Catch::Contains("/key"));
  config.sweep = {"circuit.guard", {"1 ns", "2 ns"}};
  CHECK_NOTHROW(run_experiment(config, {}));
}

TEST_CASE("A fabric that the swept key does not concern is simulated once, and has all its rows",
          "[experiment]") {
  ExperimentConfig config = small();
  config.sweep = {"circuit.guard", {"1 ns", "2 ns", "3 ns"}};
  std::int64_t runs = 0;
  ExperimentOptions options;
  options.progress = [&](std::int64_t, std::int64_t of, const RunFigures&) { runs = of; };
  const ExperimentAnswer answer = run_experiment(config, options);
  CHECK(runs == 3 * 3 + 3);  // three matrices through the circuits of each point, and packets once
  REQUIRE(answer.runs.size() == 6);
  for (std::size_t point = 0; point < 3; ++point) {
    ExperimentConfig alone = small();
    alone.circuit.guard = base::Picoseconds{1'000 * static_cast<std::int64_t>(point + 1)};
    const ExperimentAnswer own = run_experiment(alone, {});
    for (std::size_t fabric = 0; fabric < 2; ++fabric) {
      const CaseRuns& runs_of = answer.runs[point * 2 + fabric];
      CHECK(runs_of.of->point == config.sweep.values[point]);
      CHECK(runs_of.of->fabric == config.fabrics[fabric].name);
      auto row = case_metrics().json(runs_of);
      auto expected = case_metrics().json(own.runs[fabric]);
      for (const char* key :
           {"swept", "point", "wall_s", "events_per_wall_s", "packets_per_wall_s"}) {
        row.erase(key);
        expected.erase(key);
      }
      CHECK(row == expected);
    }
  }
  config.sweep = {"fabric.preset", {"pfc-only", "dcqcn-hpcc"}};
  run_experiment(config, options);
  CHECK(runs == 3 + 2 * 3);  // the circuits once
  config.sweep = {"fabric.mtu", {"1 kB", "2 kB"}};
  run_experiment(config, options);
  CHECK(runs == 2 * 3 + 2 * 3);  // of both
}

TEST_CASE("Without wall clock no latency is measured: the fabric is left out and named",
          "[experiment]") {
  ExperimentConfig config = small();
  config.fabrics = {{"here", &fabric_kind("circuit"), {"scheduler.timing=measured"}},
                    {"given", &fabric_kind("circuit"), {"scheduler.latency=5 us"}}};
  ExperimentOptions options;
  options.wall_clock = false;
  const ExperimentAnswer answer = run_experiment(config, options);
  REQUIRE(answer.cases.size() == 1);
  CHECK(answer.cases[0].fabric == "given");
  CHECK(answer.left_out == std::vector<std::string>{"here"});
  config.fabrics.pop_back();
  CHECK_THROWS_WITH(run_experiment(config, options), Catch::Contains("--no-timing"));
}

TEST_CASE("More runs than are kept are refused before the first", "[experiment]") {
  ExperimentOptions options;
  options.seeds = 5'000'000;
  CHECK_THROWS_WITH(run_experiment(small(), options), Catch::Contains("--seeds"));
}

TEST_CASE("details are of the first matrix, one run per fabric", "[experiment]") {
  ExperimentOptions options;
  options.details = true;
  const ExperimentAnswer answer = run_experiment(small(), options);
  REQUIRE(answer.details.size() == 2);
  for (std::size_t k = 0; k < 2; ++k) {
    const report::FabricRun& run = answer.details[k];
    CHECK(run.completion == answer.runs[k].runs[0].completion);
    CHECK(run.flows.size() == answer.traffic[0]->front().flows.size());
    for (const report::LinkRecord& link : run.links) {
      CHECK(link.carried + link.guard + link.paused + link.idle >= run.completion);
    }
  }
  CHECK(!answer.details[0].settings.empty());
}

}  // namespace
}  // namespace jacquard::experiment
