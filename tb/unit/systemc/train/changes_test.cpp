// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/changes.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;

TEST_CASE("Changes gain, the most first, and their time is the step's without the gain") {
  base::Rng rng(5, "train changes");
  for (int i = 0; i < 20; ++i) {
    const train::TrainConfig config = tb::random_job(rng);
    CAPTURE(i, workload::text_of(config.parallel));
    const base::Picoseconds time{1'000'000'000'000};
    double last = 1;
    for (const train::ChangeRow& row : train::changes_of(tb::prepared(config), time)) {
      CAPTURE(row.change);
      CHECK(row.gain > 0);
      CHECK(row.gain <= last);
      CHECK(std::abs(static_cast<double>(row.time.count()) - 1e12 * (1 - row.gain)) <= 1);
      last = row.gain;
    }
  }
}

TEST_CASE("What takes no time slows no step, whichever axis it is") {
  base::Rng rng(6, "train axes");
  for (int i = 0; i < 20; ++i) {
    const train::Step step = tb::prepared(tb::random_job(rng));
    engine::step::ListSchedule schedule;
    const auto time_of = [&](const std::vector<engine::step::CommTime>& comms) {
      return schedule.run(step.program,
                          {{step.works.data(), step.works.size()}, {comms.data(), comms.size()}});
    };
    std::vector<engine::step::CommTime> comms = train::comm_times(step);
    base::Picoseconds time = time_of(comms);
    for (auto& comm : comms) comm = {{}, {}, comm.dimensions};
    CHECK(time_of(comms) <= time);
  }
}

TEST_CASE("An axis of one NPU, or a node without a law, is no change") {
  const train::TrainConfig config = tb::small_job("Switch(4) Switch(4)", "dp=4,tp=4", 16);
  bool dp = false;
  for (const train::ChangeRow& row :
       train::changes_of(tb::prepared(config), base::Picoseconds{1'000'000})) {
    dp = dp || row.change == "communication along dp took no time";
    for (const char* const none : {"along cp", "along ep", "along pp", "within a node"}) {
      CHECK(row.change.find(none) == std::string::npos);
    }
  }
  CHECK(dp);
}

TEST_CASE("Without communication along an axis of two dimensions a step takes its computation") {
  train::TrainConfig config =
      tb::small_job("Switch(4) Switch(4)", "dp=16,zero=3,micro_batch=1", 16);
  config.engine = "analytic";  // as changes are worked out
  const train::Step step = tb::prepared(config);
  const train::StepAnswer answer = train::run_step(step);
  REQUIRE(answer.accounts.size() == 1);
  REQUIRE(answer.accounts[0].compute < answer.time);
  bool found = false;
  for (const train::ChangeRow& row : train::changes_of(step, answer.time)) {
    if (row.change != "communication along dp took no time") continue;
    found = true;
    CHECK(std::abs((row.time - answer.accounts[0].compute).count()) <= 1);
  }
  CHECK(found);
}

TEST_CASE("A change's gain is that of a step which was made so") {
  train::TrainConfig config = tb::small_job("Switch(4) Switch(4)", "dp=4,tp=4", 16);
  engine::step::ListSchedule schedule;
  const train::Step step = tb::prepared(config);
  const base::Picoseconds before = train::analytic_time(step, schedule);
  config.system.network.bandwidth = {base::BytesPerSecond{50e9}, base::BytesPerSecond{50e9}};
  const base::Picoseconds after = train::analytic_time(tb::prepared(config), schedule);
  REQUIRE(after < before);
  bool found = false;
  for (const train::ChangeRow& row : train::changes_of(step, before)) {
    if (row.change != "links of dimension 1 were twice as fast") continue;
    found = true;
    CHECK(std::abs(row.time.count() - after.count()) <= 1);
  }
  CHECK(found);
}
