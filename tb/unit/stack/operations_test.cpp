// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/operations.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "support/fault_of.hpp"

using namespace jacquard::stack;
using jacquard::base::Picoseconds;

namespace {

constexpr double kDay = 86'400;

Picoseconds seconds(double s) { return Picoseconds{static_cast<std::int64_t>(s * 1e12)}; }

Outcome mean_of(const Operations& operations, Policy policy, int runs) {
  Outcome mean;
  for (int run = 0; run < runs; ++run) {
    const Outcome one = operated(operations, policy, 3, static_cast<std::uint64_t>(run));
    REQUIRE(one.all() == Approx(operations.days * kDay).epsilon(1e-9));
    mean.useful += one.useful / runs;
    mean.rework += one.rework / runs;
    mean.degraded += one.degraded / runs;
    mean.recovery += one.recovery / runs;
    mean.interruptions += one.interruptions / runs;
  }
  return mean;
}

// Nothing but what a test sets.
Operations plain() {
  Operations o;
  o.days = 200;
  o.npu_share = o.fabric_share = o.nic_share = 0;
  o.detection = o.fabric_detection = o.restore = o.replan = o.step = Picoseconds{0};
  return o;
}

}  // namespace

// Daly 2006, equation 20 inverted: between failures of mean time M, intervals of T seconds with
// pauses of d, after a restart of R, keep T exp(-R/M) / (M (exp((T+d)/M) - 1)) of the time.
TEST_CASE("restarts lose what Daly's closed form says", "[stack]") {
  for (const auto& [interval, pause, restart] :
       {std::array{600.0, 5.0, 900.0}, std::array{3600.0, 60.0, 60.0},
        std::array{60.0, 1.0, 7200.0}}) {
    Operations o = plain();
    o.checkpoint_interval = seconds(interval);
    o.checkpoint_pause = seconds(pause);
    o.restart = seconds(restart);
    const double mean = mean_time_between(o).count();
    const double kept =
        interval * std::exp(-restart / mean) / (mean * (std::exp((interval + pause) / mean) - 1));
    const Outcome outcome = mean_of(o, Policy::restart, 60);
    REQUIRE(outcome.useful / (o.days * kDay) == Approx(kept).epsilon(0.004));
    REQUIRE(outcome.interruptions == Approx(o.days / 54 * 419).epsilon(0.01));
  }
}

TEST_CASE("without interruptions only pauses for checkpoints are lost", "[stack]") {
  Operations o = plain();
  o.interruptions = 0.001;
  o.checkpoint_interval = seconds(90);
  o.checkpoint_pause = seconds(10);
  const Outcome outcome = operated(o, Policy::spare, 1, 0);
  REQUIRE(outcome.useful / outcome.all() == Approx(0.9).epsilon(1e-5));
}

TEST_CASE("checkpoints come at Young's interval where none is given", "[stack]") {
  Operations o;
  o.checkpoint_pause = seconds(20);
  REQUIRE(mean_time_between(o).count() == Approx(54 * kDay / 419));
  REQUIRE(checkpoint_interval(o).count() == Approx(std::sqrt(2 * 20 * 54 * kDay / 419)));
}

// Hosts that fail at the rate r and are away for a time D: r D of them on average (Little's law).
TEST_CASE("left-out replicas cost what Little's law says", "[stack]") {
  Operations o = plain();
  o.npu_share = 1;
  o.replicas = 4096;  // so that two hosts of one replica are rare
  o.repair = seconds(10 * kDay);
  o.checkpoint_interval = seconds(60);
  o.checkpoint_pause = seconds(0.001);
  o.days = 2000;
  const Outcome outcome = mean_of(o, Policy::around, 3);
  const double out = 10 * kDay / mean_time_between(o).count();
  REQUIRE(outcome.degraded / (o.days * kDay) == Approx(out / o.replicas).epsilon(0.03));
}

TEST_CASE("with spares enough nothing is degraded, and with none spare is around", "[stack]") {
  Operations o;
  o.spares = 100'000;
  REQUIRE(mean_of(o, Policy::spare, 20).degraded == 0);
  o.spares = 0;
  o.cut_slowdown = 1.5;
  for (std::uint64_t run = 0; run < 20; ++run) {
    REQUIRE(operated(o, Policy::spare, 5, run).useful ==
            operated(o, Policy::around, 5, run).useful);
  }
}

TEST_CASE("a failed link costs no work in a fabric that is re-planned", "[stack]") {
  Operations o = plain();
  o.fabric_share = 1;
  o.fabric_detection = seconds(30);
  o.replan = seconds(1);
  o.step = seconds(10);
  for (const Policy policy : {Policy::spare, Policy::around}) {
    const Outcome outcome = mean_of(o, policy, 20);
    REQUIRE(outcome.rework == 0);
    REQUIRE(outcome.recovery / outcome.interruptions == Approx(36).epsilon(0.01));
  }
  REQUIRE(mean_of(o, Policy::restart, 20).rework > 0);
}

TEST_CASE("shares beyond one and more replicas than NPUs are refused", "[stack]") {
  namespace tb = jacquard::tb;
  const auto fault = [](const Operations& o) {
    return tb::fault_of([&] { require_consistent(o, {"operations.json", ""}); });
  };
  Operations o;
  REQUIRE(fault(o).empty());
  o.fabric_share = 0.5;
  REQUIRE_THAT(fault(o), Catch::Contains("operations.json#/npu_share: expected shares"));
  o = {};
  o.replicas = 16'385;
  REQUIRE_THAT(fault(o), Catch::Contains("#/replicas: expected at most the 16384 NPUs"));
}
