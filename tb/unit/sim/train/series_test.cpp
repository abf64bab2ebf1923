// SPDX-License-Identifier: Apache-2.0
#include "sim/train/series.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/file.hpp"
#include "jacquard/demand/write_demand.hpp"
#include "support/folder.hpp"
#include "systemc/train/on_machine.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;
using tb::Folder;

namespace {

const char* const kExperts =
    R"json({"name": "experts", "hidden": 512, "layers": 2, "heads": 8, "inner": 1024,
            "vocabulary": 1024, "sequence": 256, "experts": {"count": 8, "top_k": 2, "inner": 1024}})json";

train::TrainConfig job(const std::string& routing) {
  train::TrainConfig config = tb::job(kExperts, tb::cluster("Switch(8)"), "ep=8,micro_batch=1", 8);
  config.engine = "cycle";
  config.hbm = "";
  train::train_fields().set(config, "expert_routing=" + routing);
  return config;
}

std::vector<train::SeriesStep> run(const train::TrainConfig& config, std::int64_t steps,
                                   int workers = 1, const std::string& journal = "") {
  return train::run_series(config, {}, {steps, workers, journal, {}});
}

std::vector<std::string> hashes(const std::vector<train::SeriesStep>& steps) {
  std::vector<std::string> all;
  for (const auto& one : steps) all.push_back(one.figures.schedule_hash);
  return all;
}

std::size_t different(const std::vector<std::string>& all) {
  return std::set<std::string>(all.begin(), all.end()).size();
}

}  // namespace

TEST_CASE("The k-th step of a series is the step of a routing that has drifted for k steps") {
  const auto steps = run(job("drifting:5"), 3);
  REQUIRE(steps.size() == 3);
  for (int k = 0; k < 3; ++k) {
    const train::StepAnswer one =
        train::run_step(tb::prepared(job("drifting:" + std::to_string(5 + k))));
    CHECK(steps[static_cast<std::size_t>(k)].time == one.time);
  }
  CHECK(different(hashes(steps)) == 3);
  CHECK(different(hashes(run(job("uniform"), 3))) == 1);
}

// Two layers take two matrices in each step, so every other matrix begins a step.
TEST_CASE("A log of several matrices goes on from step to step, round and round") {
  const Folder folder;
  std::vector<demand::DemandMatrix> matrices;
  for (int m = 0; m < 6; ++m) {
    demand::DemandMatrix& one = matrices.emplace_back(8);
    for (int i = 0; i < 8; ++i) {
      for (int j = 0; j < 8; ++j) one.set(i, j, base::Bytes{1 + (i * m + j) % 5});
    }
  }
  const std::string log = folder.path("log.jsonl");
  demand::write_demand(log, matrices);
  const auto all = hashes(run(job(log), 6));
  CHECK(different(all) == 3);
  for (std::size_t k = 0; k < 3; ++k) CHECK(all[k] == all[k + 3]);
}

TEST_CASE("A series does not depend on workers, nor on an interruption in mid-line") {
  const Folder folder;
  const std::string journal = folder.path("steps.jsonl");
  const auto once = hashes(run(job("drifting"), 5));
  CHECK(hashes(run(job("drifting"), 5, 3)) == once);
  CHECK(hashes(run(job("drifting"), 5, 2, journal)) == once);
  const std::string whole = base::read_file(journal);
  base::write_file(journal, whole.substr(0, whole.size() * 5 / 9));
  CHECK(hashes(run(job("drifting"), 5, 2, journal)) == once);
  CHECK(base::read_file(journal) == whole);
  CHECK_THROWS_WITH(run(job("uniform"), 5, 1, journal), Catch::Contains("config_hash"));
}

TEST_CASE("A series of no steps, of too many, or on an engine without machines is refused") {
  CHECK_THROWS_WITH(run(job("uniform"), 0), Catch::Contains("1..1000000"));
  CHECK_THROWS_WITH(run(job("uniform"), 1'000'001), Catch::Contains("1..1000000"));
  train::TrainConfig event = job("uniform");
  event.engine = "event";
  CHECK_THROWS_WITH(run(event, 2), Catch::Contains("--engine cycle"));
}
