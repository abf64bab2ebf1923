// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/bound.hpp"

#include <catch2/catch.hpp>

#include "unit/sim/plan/knobs/problems.hpp"
#include "unit/sim/train/jobs.hpp"

using namespace jacquard;

namespace {

double ratio_of(const train::TrainConfig& config) {
  engine::step::ListSchedule schedule;
  train::TrainConfig whole = config;
  whole.ignore_memory = true;
  const auto time = train::analytic_time(train::prepare(whole, {"test", ""}), schedule);
  train::Step step = train::without_program(config, {"test", ""});
  const auto bound = knobs::lower_bound(step);
  CAPTURE(workload::text_of(config.parallel), config.system.network.topology, config.batch);
  CHECK(bound <= time);
  return static_cast<double>(bound.count()) / static_cast<double>(time.count());
}

}  // namespace

TEST_CASE("No step is faster than its bound") {
  base::Rng rng(16, "knobs bound");
  for (int i = 0; i < 400; ++i) {
    train::TrainConfig config = tb::random_job(rng);
    const auto schedule = config.parallel.schedule;
    if (config.kind != workload::StepKind::train) continue;
    if (schedule == workload::PipelineSchedule::gpipe ||
        schedule == workload::PipelineSchedule::zero_bubble) {
      continue;
    }
    config.engine = "analytic";
    ratio_of(config);
  }
}

TEST_CASE("The bound of Llama 3's published step is near its time") {
  const train::TrainConfig config = tb::llama_405b();
  CHECK(ratio_of(config) > 0.9);
}
