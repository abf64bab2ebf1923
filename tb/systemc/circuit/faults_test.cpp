// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "systemc/circuit/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using test::scenario;
using test::small_moe;
using test::software;

constexpr Picoseconds kUs{1'000'000};

CircuitOutcome run(const FaultConfig& faults, std::uint64_t index = 0) {
  CircuitScenario s = scenario(8);
  s.faults = faults;
  s.index = index;
  return simulate_circuit(s, small_moe(8, 3), software("ladder", kUs));
}

TEST_CASE("whatever fails, every byte comes once", "[faults]") {
  const Bytes total = small_moe(8, 3).total();
  for (const Policy policy : {Policy::delay, Policy::skip, Policy::spare}) {
    Bytes lost{0};
    std::int64_t messages_lost = 0;
    for (std::uint64_t index = 0; index < 5; ++index) {
      FaultConfig faults;
      faults.policy = policy;
      faults.stragglers = 2;
      faults.late_by = kUs * 300;
      faults.flapping_links = 2;
      faults.up_for = kUs * 100;
      faults.down_for = kUs * 5;
      faults.lost_messages = 0.05;
      const CircuitOutcome out = run(faults, index);
      CHECK(out.bytes_delivered == total);
      lost += out.bytes_lost;
      messages_lost += out.controller.messages_lost;
    }
    CHECK(lost > Bytes{0});  // a link that flaps loses what is on it
    CHECK(messages_lost > 0);
  }
}

TEST_CASE("delay waits for the latest, skip goes on without and sends its data after", "[faults]") {
  FaultConfig faults;
  faults.stragglers = 1;
  faults.late_by = kUs * 1000;
  const CircuitOutcome on_time = run({});
  faults.policy = Policy::delay;
  const CircuitOutcome delayed = run(faults);
  Picoseconds late{0};
  for (const NpuUse& npu : delayed.npus) late = std::max(late, npu.late);
  REQUIRE(late > Picoseconds{0});
  CHECK(delayed.completion == on_time.completion + late);
  CHECK(delayed.controller.decisions == 1);
  faults.policy = Policy::skip;
  const CircuitOutcome skipped = run(faults);
  CHECK(skipped.controller.decisions == 2);
  CHECK(skipped.completion < delayed.completion);
}

TEST_CASE("a dead link needs a spare, and without one it is named", "[faults]") {
  for (const bool port : {false, true}) {
    FaultConfig faults;
    (port ? faults.dead_ports : faults.dead_links) = 1;
    faults.dies_within = kUs * 50;
    for (const Policy policy : {Policy::delay, Policy::skip}) {
      faults.policy = policy;
      CHECK_THROWS_WITH(run(faults), Catch::Contains("NPU") && Catch::Contains("down for good"));
    }
    faults.policy = Policy::spare;
    const CircuitOutcome out = run(faults);
    CHECK(out.bytes_delivered == small_moe(8, 3).total());
    CHECK(out.controller.decisions >= 2);
    faults.spares = 0;
    CHECK_THROWS_WITH(run(faults), Catch::Contains("spares"));
  }
}

TEST_CASE("a link that is down loses just what passes then", "[faults]") {
  // One flow of 100 us over one circuit; its link is down for a hundredth of the time.
  FaultConfig faults;
  faults.flapping_links = 1;
  faults.up_for = kUs * 20;
  faults.down_for = Picoseconds{200'000};
  CircuitScenario s = scenario(1);
  s.faults = faults;
  demand::DemandMatrix demand(1);
  demand.set(0, 0, Bytes{10'000'000});
  const CircuitOutcome out = simulate_circuit(s, demand, software("exact", Picoseconds{0}));
  const Faults drawn = draw_faults(faults, 1, s.parameters.framing.time(1'000'000'000),
                                   s.parameters.report_latency, s.seed, s.index);
  // The data pass the switch from guard + decision + way on, without a gap, the first time.
  const Interval pass{out.settings[0].setting.from, out.settings[0].setting.to};
  Picoseconds up{0};
  for (const Interval& part : without(pass, drawn.outages[0])) up += part.to - part.from;
  const double first_lost = 1 - up / (pass.to - pass.from);
  REQUIRE(first_lost > 0);
  const CircuitOutcome& o = out;
  double lost = static_cast<double>(o.bytes_lost.count()) / 1e7;
  // What was lost again when it was sent again is a hundredth of a hundredth.
  CHECK(lost == Approx(first_lost).epsilon(0.2));
}

TEST_CASE("faults are those of their run, whatever ran before", "[faults]") {
  FaultConfig faults;
  faults.flapping_links = 3;
  faults.up_for = kUs * 100;
  const CircuitOutcome a = run(faults, 7);
  run(faults, 8);
  const CircuitOutcome b = run(faults, 7);
  CHECK(a.completion == b.completion);
  CHECK(a.flow_finish == b.flow_finish);
}

}  // namespace
}  // namespace jacquard::systemc
