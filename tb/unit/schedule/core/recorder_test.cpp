// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/recorder.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace jacquard;
using nlohmann::json;

namespace {

schedule::CoreShape shape_of(int ports) {
  schedule::CoreShape shape;
  shape.kind = schedule::CoreKind::unit;
  shape.ports = ports;
  shape.bits = 4;
  shape.diagonals_per_clock = 1;
  return shape;
}

}  // namespace

TEST_CASE("a recorder shows the demand, and settings as a run without it has them") {
  const auto core = schedule::make_golden_core(shape_of(2));
  const demand::QuantaMatrix demand(2, {0, 3, 1, 0}, {});
  schedule::Recorder recorder(*core);
  recorder.reset();
  const schedule::CoreRun run = run_core(recorder, demand, {});
  const json waves = json::parse(recorder.json("unit", 500));

  CHECK(waves["format"] == "jacquard-waves");
  CHECK(waves["clock_ps"] == 500);
  CHECK(waves["cut"] == 0);
  CHECK(waves["demand"] == json::parse("[[0,3],[1,0]]"));
  REQUIRE(waves["settings"].size() == run.shown_cycles.size());
  for (std::size_t k = 0; k < run.shown_cycles.size(); ++k) {
    // run_core counts from the clock after start, which is the one after the load.
    CHECK(waves["settings"][k]["cycle"] == run.load_cycles + run.shown_cycles[k]);
  }
  std::int64_t slots = 0;
  for (const json& setting : waves["settings"]) slots += setting["hold"].get<std::int64_t>();
  CHECK(slots == run.schedule.slots());
  // Row 0 is [0, 3]: output 1's count of 4 bits stands above output 0's.
  const json& rows = waves["signals"][1];
  CHECK(rows["name"] == "load_row_i");
  CHECK(rows["width"] == 8);
  CHECK(rows["changes"] == json::parse(R"([[0,"30"],[1,"1"],[2,"0"]])"));
}

TEST_CASE("a recorder keeps the first clocks, and says how many it left out") {
  const auto core = schedule::make_golden_core(shape_of(2));
  schedule::Recorder recorder(*core);
  recorder.reset();
  constexpr std::int64_t kBeyond = 7;
  for (std::int64_t k = 0; k < schedule::Recorder::kMostClocks + kBeyond; ++k) recorder.step({});
  const json waves = json::parse(recorder.json("unit"));
  CHECK(waves["cycles"] == schedule::Recorder::kMostClocks);
  CHECK(waves["cut"] == kBeyond);
  CHECK_FALSE(waves.contains("clock_ps"));
}
