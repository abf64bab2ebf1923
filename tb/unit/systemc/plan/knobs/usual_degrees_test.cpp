// SPDX-License-Identifier: Apache-2.0
#include "systemc/plan/knobs/usual_degrees.hpp"

#include <catch2/catch.hpp>

#include "systemc/train/usual_batch.hpp"
#include "unit/systemc/plan/knobs/problems.hpp"

using namespace jacquard;

namespace {

knobs::Problem without_degrees(const std::string& model, const std::string& system) {
  knobs::Problem problem;
  problem.config = tb::job(model, system, "dp=1", 1024);
  problem.config.parallel = {};
  problem.config.engine = "analytic";
  return problem;
}

bool is_usual(const workload::Parallelism& p) {
  const bool powers = (p.tp & (p.tp - 1)) == 0 && (p.pp & (p.pp - 1)) == 0;
  const bool shards = p.zero > 0 || p.replicas() == 1;
  return powers && shards && p.cp == 1 && p.virtual_stages == 1 && p.micro_batch <= 4 &&
         p.zero != 2 && !p.async_tp && p.recompute != workload::Recompute::selective;
}

}  // namespace

TEST_CASE("Degrees that nobody said are no slower than those that people write by hand") {
  const struct {
    const char* model;
    const char* system;
    std::vector<const char*> by_hand;
  } cases[] = {{"deepseek-v3",
                "256xh100",
                {"dp=32,ep=8,zero=3,recompute=full",
                 "ep=16,pp=16,zero=1,micro_batch=1,recompute=full,"
                 "stages=3:4:4:4:4:4:4:4:4:4:4:4:4:4:3:3"}},
               {"llama3-70b", "64xh100", {"dp=4,tp=8,pp=2,zero=1,micro_batch=1", "dp=64,zero=3"}},
               {"llama3-8b", "8xh100", {"dp=4,tp=2,zero=1", "dp=8,zero=1", "tp=8"}}};
  for (const auto& one : cases) {
    knobs::Problem problem = without_degrees(one.model, one.system);
    REQUIRE(knobs::use_usual_degrees(problem, true));
    train::fit_micro_batch(problem.config, problem.places);
    const knobs::Setting taken = knobs::evaluate(problem, problem.config.parallel);
    CAPTURE(workload::text_of(problem.config.parallel), taken.reason);
    REQUIRE(taken.verdict == knobs::Verdict::timed);
    for (const char* text : one.by_hand) {
      const auto parallel = workload::parse_parallelism(text, "test");
      const knobs::Setting other = knobs::evaluate(problem, parallel);
      CAPTURE(text, other.reason);
      if (other.time) CHECK(*taken.time <= *other.time);
    }
  }
}

TEST_CASE("Degrees that nobody said are the fastest of all usual ones that fit") {
  knobs::Wanted every;
  every.best = 0;
  for (const char* memory : {"120 MB", "250 MB", "1 GB"}) {
    knobs::Problem problem = tb::small_problem(memory);
    std::optional<base::Picoseconds> least;
    for (const knobs::Setting& s : tb::found(problem, every).settings) {
      if (s.time && is_usual(s.parallel) && (!least || *s.time < *least)) least = s.time;
    }
    REQUIRE(least);
    problem.config.parallel = {};
    REQUIRE(knobs::use_usual_degrees(problem, true));
    train::fit_micro_batch(problem.config, problem.places);
    const knobs::Setting taken = knobs::evaluate(problem, problem.config.parallel);
    CAPTURE(memory, workload::text_of(problem.config.parallel), taken.reason);
    REQUIRE(taken.time);
    CHECK(*taken.time <= *least);
  }
}

TEST_CASE("Inference that nobody cut is cut least: one NPU for a small model, a node for a large") {
  knobs::Problem problem = without_degrees("llama3-70b", "16xh100");
  problem.config.kind = workload::StepKind::decode;
  problem.config.batch = 16;
  REQUIRE(knobs::use_usual_degrees(problem, true));
  CHECK(problem.config.parallel.tp == 2);
  CHECK(problem.config.parallel.dp == 8);
  problem = without_degrees("llama3-8b", "16xh100");
  problem.config.kind = workload::StepKind::decode;
  problem.config.batch = 16;
  REQUIRE(knobs::use_usual_degrees(problem, true));
  CHECK(problem.config.parallel.dp == 16);
}
