// SPDX-License-Identifier: Apache-2.0
#include "sim/experiment/rows.hpp"

#include <catch2/catch.hpp>

#include "systemc/experiment/experiment.hpp"

namespace jacquard::experiment {
namespace {

using base::Bytes;
using base::Picoseconds;

RunFigures run_of(std::int64_t completion_ps, std::int64_t bound_ps) {
  RunFigures f;
  f.completion = Picoseconds{completion_ps};
  f.bound = Picoseconds{bound_ps};
  f.flow_times = {Picoseconds{completion_ps / 2}, Picoseconds{completion_ps}};
  f.bytes_asked = Bytes{100};
  f.bytes_delivered = Bytes{99};
  f.bytes_resent = Bytes{7};
  f.events = 5;
  f.wall_s = 0.5;
  return f;
}

RunFigures circuit_run(std::int64_t completion_ps, std::int64_t bound_ps) {
  RunFigures f = run_of(completion_ps, bound_ps);
  auto& own = f.own.emplace<systemc::CircuitFigures>();
  own.without_faults = Picoseconds{completion_ps / 2};
  own.decision = Picoseconds{10};
  own.schedule_hash = 0xffff'ffff'ffff'ffff;
  return f;
}

RunFigures packet_run(std::int64_t completion_ps, std::int64_t bound_ps) {
  RunFigures f = run_of(completion_ps, bound_ps);
  auto& own = f.own.emplace<systemc::PacketFigures>();
  own.data_packets = 3;
  own.first_cut = Picoseconds{completion_ps};
  return f;
}

TEST_CASE("a row sums up its runs", "[experiment]") {
  Case c{"circuit", &fabric_kind("circuit"), "1 us", {}};
  const CaseRuns runs{
      &c, "moe:16", {circuit_run(400, 100), circuit_run(200, 100)}, 1, "circuit.guard"};
  const report::Row row = case_metrics().json(runs);
  CHECK(row["fabric"] == "circuit");
  CHECK(row["traffic"] == "moe:16");
  CHECK(row["swept"] == "circuit.guard");
  CHECK(row["point"] == "1 us");
  CHECK(row["matrix_count"] == 2);
  CHECK(row["completion_mean_ps"] == 300);
  // Student's t of one degree of freedom, 12.706, times 100: half the difference of the two.
  CHECK(std::abs(row["completion_within_ps"].get<double>() - 1270.6) < 1);
  CHECK(row["completion_min_ps"] == 200);
  CHECK(row["completion_max_ps"] == 400);
  CHECK(row["completion_p99_ps"] == 400);
  CHECK(row["fct_p50_ps"] == 200);  // of 100, 200, 200, 400
  CHECK(row["fct_p99_ps"] == 400);
  CHECK(row["efficiency"] == 0.375);       // mean of 1/4 and 1/2
  CHECK(row["efficiency_lost"] == 0.375);  // it would be twice as much
  CHECK(row["bytes_delivered"] == 198);
  CHECK(row["bytes_lost"] == 2);
  CHECK(row["bytes_resent"] == 14);
  CHECK(row["decision_ps"] == 10);
  CHECK(row["events"] == 10);
  CHECK(row["events_per_wall_s"] == 10.0);
  CHECK(row["first_cut_ps"].is_null());
}

TEST_CASE("a row of a packet switch has its packets, and no schedule", "[experiment]") {
  Case c{"packet", &fabric_kind("packet"), "", {}};
  const CaseRuns runs{&c, "moe:16", {packet_run(400, 100), packet_run(200, 100)}, 1};
  const report::Row row = case_metrics().json(runs);
  CHECK(!row.contains("point"));
  CHECK(row["packets_per_wall_s"] == 6.0);
  CHECK(row["first_cut_ps"] == 200);
  CHECK(row["decision_ps"] == 0);
  CHECK(row["schedule_hash"].is_null());
}

TEST_CASE("figures survive being told as JSON", "[experiment]") {
  const KindFigures& circuit = fabric_kind("circuit").figures();
  const KindFigures& packet = fabric_kind("packet").figures();
  for (const auto& [f, kind] :
       {std::pair<RunFigures, const KindFigures&>(circuit_run(INT64_MAX, 3), circuit),
        {packet_run(INT64_MAX, 3), packet}}) {
    const config::Json json = figures_json(f, kind);
    const RunFigures back = read_figures(config::parse_json(json.dump(), "a test"), kind, "a test");
    CHECK(figures_json(back, kind) == json);
    CHECK(back.completion == f.completion);
    CHECK(back.flow_times == f.flow_times);
    CHECK(systemc::own_figures<systemc::CircuitFigures>(back).schedule_hash ==
          systemc::own_figures<systemc::CircuitFigures>(f).schedule_hash);
    CHECK(systemc::own_figures<systemc::PacketFigures>(back).first_cut ==
          systemc::own_figures<systemc::PacketFigures>(f).first_cut);
  }
  CHECK(!read_figures(figures_json(RunFigures{}, circuit), circuit, "a test").own.has_value());
  for (const char* text : {"{}", "[1]", R"({"completion_ps": "x"})"}) {
    CHECK_THROWS_AS(read_figures(config::Json::parse(text), circuit, "a test"), base::ConfigError);
  }
}

}  // namespace
}  // namespace jacquard::experiment
