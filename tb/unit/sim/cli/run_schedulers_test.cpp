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
