// SPDX-License-Identifier: Apache-2.0
#include "papers/stack/stack_study.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/slot_duration.hpp"
#include "papers/stack/stack_page.hpp"

using namespace jacquard;
using base::Picoseconds;

TEST_CASE("Technologies are circuit switches with their guards, under both rules") {
  // Chronos s6 has 10 ns; Palomar's milliseconds differ by ten, the laser's times by less than two.
  const auto all =
      studies::circuit_switches({"electronic", "tunable_laser_awgr", "google_palomar"});
  std::vector<std::int64_t> guards;
  for (const studies::CircuitSwitch& of : all) guards.push_back(of.guard.count());
  CHECK(guards == std::vector<std::int64_t>{10'000, 10'000, 900, 900, 1'000'000'000, 1'000'000'000,
                                            10'000'000'000, 10'000'000'000});
  CHECK(all[0].sync == stack::Sync::per_slot);
  CHECK(all[1].sync == stack::Sync::on_dependency);
  CHECK_THROWS_AS(studies::circuit_switches({"no_such_switch"}), base::ConfigError);
}

TEST_CASE("The paper's formula loses 8.4 % at TP 8 and DP 128") {
  stack::Fabric fabric;  // 800 Gb/s, 10 us, 10 ns
  const base::Bytes piece = demand::gradient_chunk(2.8e9, 8, 128);
  CHECK(studies::formula_loss(piece, fabric) == Approx(0.084).margin(0.0005));  // Chronos s6
  fabric.flight = Picoseconds{0};
  fabric.guard = base::transfer_time(piece, fabric.rate);
  CHECK(studies::formula_loss(piece, fabric) == Approx(0.5));
}

TEST_CASE("The chart has a line for each rule, and the best of the packets") {
  const auto row = [](const char* fabric, double guard, const char* sync, double over) {
    report::Row r;
    r["job"] = "a";
    r["fabric"] = fabric;
    if (guard > 0) r["guard_ps"] = guard;
    if (guard > 0) r["sync"] = sync;
    r["over_bound"] = over;
    return r;
  };
  const report::LineChart chart = studies::stack_chart(
      {row("packets", 0, "", 1.3), row("packets", 0, "", 1.1), row("circuits", 1e9, "per-slot", 7),
       row("circuits", 1e4, "per-slot", 1.2), row("circuits", 1e4, "on-dependency", 1.05)},
      "a");
  using Points = std::vector<std::pair<double, double>>;
  REQUIRE(chart.lines.size() == 3);
  CHECK(chart.lines[0].points == Points{{0.01, 1.2}, {1000, 7}});
  CHECK(chart.lines[1].points == Points{{0.01, 1.05}});
  CHECK(chart.lines[2].points == Points{{0.01, 1.1}, {1000, 1.1}});
}
