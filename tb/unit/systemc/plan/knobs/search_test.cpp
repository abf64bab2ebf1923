// SPDX-License-Identifier: Apache-2.0
#include "systemc/plan/knobs/search.hpp"

#include <catch2/catch.hpp>

#include "unit/systemc/plan/knobs/problems.hpp"

using namespace jacquard;
using knobs::Verdict;

TEST_CASE("The best of a bounded search are the best of all settings, in order") {
  const knobs::Problem problem = tb::small_problem();
  knobs::Wanted all;
  all.best = 0;
  const knobs::Found every = tb::found(problem, all);
  CHECK(every.bounded == 0);
  REQUIRE(every.timed > 100);
  REQUIRE(every.too_big > 0);
  for (const std::size_t best : {std::size_t{1}, std::size_t{10}, std::size_t{50}}) {
    knobs::Wanted some;
    some.best = best;
    const knobs::Found found = tb::found(problem, some);
    CHECK(found.timed < every.timed);
    CHECK(found.timed + found.bounded == every.timed);
    REQUIRE(found.exact >= static_cast<int>(best));
    for (int i = 0; i < found.exact; ++i) {
      const auto k = static_cast<std::size_t>(i);
      CHECK(found.settings[found.order[k]].time == every.settings[every.order[k]].time);
      CHECK(found.order[k] == every.order[k]);
    }
  }
}

TEST_CASE("A search answers the same for any number of threads") {
  knobs::Problem problem = tb::small_problem();
  knobs::Wanted some;
  some.best = 10;
  problem.threads = 1;
  const knobs::Found one = tb::found(problem, some);
  problem.threads = 4;
  const knobs::Found four = tb::found(problem, some);
  CHECK(one.order == four.order);
  CHECK(one.timed == four.timed);
  for (std::size_t i = 0; i < one.settings.size(); ++i) {
    CHECK(one.settings[i].time == four.settings[i].time);
    CHECK(one.settings[i].reason == four.settings[i].reason);
  }
}

TEST_CASE("Whatever fits is timed as train times it, and nothing that fits is refused") {
  knobs::Problem problem = tb::small_problem();
  knobs::Wanted all;
  all.best = 0;
  engine::step::ListSchedule schedule;
  for (const knobs::Setting& setting : tb::found(problem, all).settings) {
    train::TrainConfig config = problem.config;
    config.parallel = setting.parallel;
    config.system.npu.memory = problem.memory;
    CAPTURE(workload::text_of(setting.parallel), setting.reason);
    if (setting.verdict == Verdict::refused) {
      CHECK_THROWS_AS(train::prepare(config, {"test", ""}), base::ConfigError);
      CHECK_FALSE(setting.reason.empty());
      continue;
    }
    const auto time = train::time_if_it_fits(config, schedule);
    CHECK(time.has_value() == (setting.verdict == Verdict::timed));
    if (time) CHECK(*time == *setting.time);
  }
}

TEST_CASE("A margin of memory leaves fewer settings, and a limit of none all") {
  knobs::Problem problem = tb::small_problem();
  const auto big = tb::found(problem, {}).too_big;
  problem.margin = 0.3;
  CHECK(tb::found(problem, {}).too_big > big);
  CHECK(tb::found(tb::small_problem("1 TB"), {}).too_big == 0);
}
