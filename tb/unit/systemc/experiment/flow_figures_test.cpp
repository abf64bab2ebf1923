// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/flow_figures.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "systemc/experiment/experiment.hpp"

namespace jacquard::experiment {
namespace {

using base::Bytes;
using base::Picoseconds;

report::Row row_of(const CaseRuns& runs) {
  return report::MetricTable<CaseRuns>("", "Flows.", flow_metrics()).json(runs);
}

// Links of a byte a nanosecond, without headers or delay.
Case bare_case() {
  Case c{"f", &fabric_kind("packet"), "", {}};
  c.config.fabric.ports = 2;
  c.config.fabric.rate = base::BitsPerSecond{8'000'000'000};
  c.config.fabric.link_delay = Picoseconds{0};
  c.config.fabric.header = Bytes{0};
  return c;
}

TrafficItem item(std::vector<demand::Flow> flows) {
  TrafficItem item{"s", "s[0]", 0, demand::DemandMatrix(2), std::move(flows), false};
  item.measured_from = Picoseconds{1'000};
  return item;
}

}  // namespace

TEST_CASE("figures of flows are of those after the warm-up, by size, beside an idle link",
          "[experiment]") {
  const Case c = bare_case();
  const TrafficItem flows = item({{0, 1, Bytes{50}, Picoseconds{0}},
                                  {0, 1, Bytes{1'000}, Picoseconds{1'000}},
                                  {1, 0, Bytes{3'000}, Picoseconds{2'000}},
                                  {1, 0, Bytes{20'000'000}, Picoseconds{10'000}}});
  CaseRuns runs{&c, "s", {}, 1, "", {&flows}};
  runs.runs.emplace_back();
  RunFigures& run = runs.runs.back();
  run.flow_times = {Picoseconds{999'999}, Picoseconds{2'000'000}, Picoseconds{12'000'000},
                    Picoseconds{30'000'000'000}};
  run.bytes_delivered = Bytes{20'004'050};
  run.completion = Picoseconds{40'008'100'000};
  const report::Row row = row_of(runs);
  CHECK(row["flows"] == 3);
  CHECK(row["fct_mean_ps"] == (2'000'000 + 12'000'000 + 30'000'000'000) / 3);
  CHECK(row["fct_small_mean_ps"] == 7'000'000);
  CHECK(row["fct_small_p99_ps"] == 12'000'000);
  CHECK(row["slowdown_small_p99"] == 4.0);
  CHECK(row["fct_large_mean_ps"] == 30'000'000'000);
  CHECK(row["slowdown_large_mean"] == 1.5);
  CHECK(row["slowdown_mean"] == Approx((2.0 + 4.0 + 1.5) / 3));
  // Two links for 40.0081 ms carry twice 40.0081 MB.
  CHECK(row["load_carried"] == Approx(0.25));
}

TEST_CASE("Jain's index is one where throughputs are equal, and 0.8 where they are one to three",
          "[experiment]") {
  const Case c = bare_case();
  const TrafficItem flows =
      item({{0, 1, Bytes{1'000}, Picoseconds{1'000}}, {1, 0, Bytes{3'000}, Picoseconds{1'000}}});
  CaseRuns runs{&c, "s", {}, 1, "", {&flows}};
  runs.runs.emplace_back();
  runs.runs.back().flow_times = {Picoseconds{5'000'000}, Picoseconds{5'000'000}};
  CHECK(row_of(runs)["jain_ports"] == Approx(16.0 / (2 * 10)));
  runs.runs.back().flow_times = {Picoseconds{5'000'000}, Picoseconds{15'000'000}};
  CHECK(row_of(runs)["jain_pairs"] == Approx(1));
}

TEST_CASE("where all flows start at once a row has no figures of flows that arrive",
          "[experiment]") {
  const Case c = bare_case();
  TrafficItem flows = item({{0, 1, Bytes{1'000}, Picoseconds{0}}});
  flows.all_start_at_once = true;
  CaseRuns runs{&c, "s", {}, 1, "", {&flows}};
  runs.runs.emplace_back();
  CHECK(row_of(runs).empty());
}

TEST_CASE("flows that arrive are traffic of every fabric, and depend on its links",
          "[experiment]") {
  ExperimentConfig config;
  config.traffic.kind = TrafficKind::arrivals;
  config.traffic.count = 2;
  config.traffic.arrivals.sizes = "fixed";
  config.traffic.arrivals.time = Picoseconds{100'000'000};
  const auto items = load_traffic(config.traffic, config.fabric, 1);
  REQUIRE(items.size() == 2);
  CHECK(!items[0].all_start_at_once);
  CHECK(items[0].flows.front().start != items[1].flows.front().start);
  const auto fault = [&](const char* set) {
    ExperimentConfig wrong = config;
    experiment_fields().set(wrong, set);
    return tb::fault_of([&] { load_traffic(wrong.traffic, wrong.fabric, 1); });
  };
  CHECK_THAT(fault("traffic.arrivals.sizes=web"), Catch::Contains("data_mining"));
  CHECK_THAT(fault("traffic.arrivals.sizes=./none.txt"), Catch::Contains("none.txt"));
  CHECK_THAT(fault("traffic.arrivals.pairs=moe:4"), Catch::Contains("16 ports"));
  CHECK_THAT(fault("traffic.arrivals.warm_up=1 s"), Catch::Contains("warm_up"));
  CHECK_THAT(fault("traffic.arrivals.time=1 ps"), Catch::Contains("time for a flow"));
}

}  // namespace jacquard::experiment
