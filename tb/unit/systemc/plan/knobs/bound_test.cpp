// SPDX-License-Identifier: Apache-2.0
#include "systemc/plan/knobs/bound.hpp"

#include <catch2/catch.hpp>

#include "unit/systemc/plan/knobs/problems.hpp"
#include "unit/systemc/train/jobs.hpp"

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
    config.parallel.async_tp = config.parallel.tp > 1 && config.parallel.sequence_parallel;
    ratio_of(config);
  }
}

// Stages wait for each other, so that all operations are on one path; what a receiver needs for a
// message is left out.
TEST_CASE("The bound of one micro-batch through stages alone is its time") {
  for (const int stages : {4, 8}) {
    train::TrainConfig config =
        tb::job("llama-7b", "dgx_h100_8", "pp=" + std::to_string(stages), 1);
    config.system.network.topology = "Switch(" + std::to_string(stages) + ")";
    config.system.node = stages;
    config.engine = "analytic";
    CHECK(ratio_of(config) > 0.999999);
  }
}

TEST_CASE("The bound of Llama 3's published step is near its time") {
  const train::TrainConfig config = tb::llama_405b();
  CHECK(ratio_of(config) > 0.9);
}

TEST_CASE("No step with experts is faster than its bound, whoever holds them") {
  knobs::Problem problem;
  problem.config = tb::job("mixtral-8x7b", "h100_400g_8192", "dp=8192", 8192);
  problem.config.engine = "analytic";
  problem.config.system.network.topology = "Switch(8) Switch(8)";
  problem.config.batch = 128;
  knobs::Ranges ranges = knobs::ranges_of(problem, 64);
  knobs::restrict_to("pp=1:4,cp=1:2,recompute=selective,micro_batch=1", "test", ranges);
  int folded = 0;
  for (const workload::Parallelism& p : knobs::all_settings(problem, ranges, 64)) {
    const knobs::Setting setting = knobs::evaluate(problem, p);
    if (!setting.time) continue;
    CAPTURE(workload::text_of(p));
    folded += !p.fold.empty();
    CHECK(setting.bound <= *setting.time);
  }
  CHECK(folded > 10);
}
