// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_schedulers.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/report/schedule_row.hpp"
#include "sim/cli/demand_source.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;

TEST_CASE("schedulers are chosen by name, by a list, or all") {
  const std::vector<std::string> by_name = {"best", "shift", "few", "choose", "spread"};
  CHECK(cli::chosen_schedulers("all").size() == schedule::schedulers().size() - by_name.size());
  for (const std::string& name : by_name) CHECK(cli::chosen_schedulers(name).size() == 1);
  const auto two = cli::chosen_schedulers("ladder,solstice");
  REQUIRE(two.size() == 2);
  CHECK(std::string(two[0]->name) == "ladder");
  CHECK(std::string(two[1]->name) == "solstice");
  for (const char* wrong : {"", "ladder,", "ladr", "ladder,,unit"}) {
    CHECK_THROWS_AS(cli::chosen_schedulers(wrong), base::ConfigError);
  }
}

TEST_CASE("on a real matrix every scheduler's row is whole, valid, and within its bounds") {
  const auto demands = cli::load_demands(
      tb::in_source_tree("configs/traces/esft_16x16_token_matrices.jsonl"), 171, {}, 1);
  demand::Quantisation how;
  how.bits = 8;
  how.guard = base::Picoseconds{10'000};
  const demand::QuantaMatrix quanta = quantise(demands[0].matrix, how);
  const std::set<std::string> required = {"scheduler",
                                          "ports",
                                          "permutations",
                                          "slots",
                                          "max_line_quanta",
                                          "efficiency",
                                          "efficiency_bytes",
                                          "served_quanta",
                                          "idle_quanta",
                                          "useless_pairs",
                                          "makespan_ps",
                                          "lower_bound_ps",
                                          "first_permutation_slots",
                                          "decision_wall_ns",
                                          "hops",
                                          "valid"};
  for (const schedule::Scheduler* scheduler : cli::chosen_schedulers("all")) {
    const auto run = cli::run_scheduler(*scheduler, demands[0].matrix, quanta, {});
    const report::Row row =
        report::schedule_metrics().json({run.name, run.figures, run.decision_wall_ns});
    INFO(row.dump());
    for (const std::string& key : required) CHECK(row.contains(key));
    CHECK(row["valid"] == true);
    CHECK(row["served_quanta"] == quanta.total());
    CHECK(row["makespan_ps"] >= row["bound_ps"]);
    CHECK(row["bound_ps"] >= row["lower_bound_ps"]);
    CHECK(row["gap"].get<double>() >= 0);
    CHECK(row["bound_kind"] == run.figures.bound.kind);
    CHECK(!row.contains("certificate"));
    CHECK(row["slots"] >= row["max_line_quanta"]);
    CHECK(row["efficiency"].get<double>() <= 1);
    CHECK(row["efficiency_bytes"].get<double>() <= row["efficiency"].get<double>());
  }
}

TEST_CASE("the runs of parallel switches carry their own bytes, in no more slots than these fill") {
  const auto demands = cli::load_demands("moe:16", 0, {}, 1);
  demand::Quantisation how;
  how.bits = 8;
  how.guard = base::Picoseconds{100'000'000};
  const demand::QuantaMatrix quanta = quantise(demands[0].matrix, how);
  const auto& scheduler = schedule::find_scheduler("holds-first");
  const auto run = cli::run_scheduler(scheduler, demands[0].matrix, quanta, {}, 4);
  const auto runs = cli::runs_of_switches(run, demands[0].matrix);
  REQUIRE(runs.size() == 4);
  base::Picoseconds last{0};
  for (const report::SchedulerRun& one : runs) {
    CHECK(one.figures.efficiency_bytes <= one.figures.efficiency);
    last = std::max(last, one.figures.makespan);
  }
  CHECK(last == run.figures.makespan);
  CHECK(run.figures.makespan >= run.figures.bound.makespan);
  CHECK(run.figures.bound.makespan >= run.figures.lower_bound);
  CHECK_THROWS_AS(
      cli::run_scheduler(schedule::find_scheduler("shifts"), demands[0].matrix, quanta, {}, 2),
      base::ConfigError);
}
