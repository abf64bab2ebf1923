// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/rate_machine.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

namespace jacquard::systemc {
namespace {

RateParameters rules_of(PacketPreset preset, std::int64_t gigabits = 800) {
  PacketConfig c;
  c.preset = preset;
  c.rate = base::BitsPerSecond{gigabits * 1'000'000'000};
  return resolve(c).dcqcn;
}

struct Step {
  Ps at;
  double target, rate;  // Gb/s
};

// Lets the machine run up to and including `until`.
void run(RateMachine& machine, const RateParameters& rules, Ps until, std::vector<Step>& steps) {
  while (machine.next() <= until) {
    const Ps at = machine.next();
    machine.advance(rules);
    steps.push_back({at, static_cast<double>(machine.target()) * 1e-9,
                     static_cast<double>(machine.rate()) * 1e-9});
  }
}

// Both senders of a trace of the ns-3 RDMA line: 16 MB each to one at 800 Gb/s. Which updates of
// alpha had seen a CNP follows from the rates: of the sixteen patterns per cut, only these lead to
// the next rate as printed (to 1e-3 Gb/s), or to one as near to it.
struct Traced {
  const char* cnp_before_update;  // 1 us apart, from the first CNP on
  std::vector<Step> steps;
};

const std::vector<Traced>& trace() {
  static const std::vector<Traced> all = {
      {"00011111011010100010",
       {{42'562'520, 800, 404.651},
        {46'562'520, 800, 204.641},
        {50'562'520, 800, 104.268},
        {54'562'520, 800, 53.517},
        {58'562'520, 800, 27.769},
        {358'562'520, 800, 413.884}}},
      {"11011110111001101101",
       {{42'782'600, 800, 401.556},
        {46'782'600, 800, 202.332},
        {50'782'600, 800, 102.332},
        {54'782'600, 800, 52.144},
        {58'782'600, 800, 26.664},
        {358'782'600, 800, 413.332}}},
  };
  return all;
}

}  // namespace

TEST_CASE("the sender fed with the CNPs of an ns-3 trace walks its rates") {
  const RateParameters rules = rules_of(PacketPreset::dcqcn_hpcc);
  for (const Traced& traced : trace()) {
    RateMachine machine(rules);
    std::vector<Step> steps;
    const Ps first = traced.steps[0].at - 4'001'000;
    CHECK(machine.congestion(rules, first) == RateMachine::Change::none);
    const std::string pattern = traced.cnp_before_update;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      const Ps at = first + static_cast<Ps>(i) * 1'000'000 + 500'000;
      run(machine, rules, at, steps);
      if (pattern[i] == '1') machine.congestion(rules, at);
    }
    run(machine, rules, 400'000'000, steps);
    REQUIRE(steps.size() == traced.steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      CAPTURE(i);
      CHECK(steps[i].at == traced.steps[i].at);
      CHECK(steps[i].target == traced.steps[i].target);
      CHECK(std::abs(steps[i].rate - traced.steps[i].rate) <=
            std::max(0.00051, 1e-5 * traced.steps[i].rate));
    }
  }
}

TEST_CASE(
    "under a CNP in every microsecond alpha stays 1 and every cut halves, down to the minimum") {
  const RateParameters rules = rules_of(PacketPreset::dcqcn_hpcc, 64);
  RateMachine machine(rules);
  std::vector<Step> steps;
  for (Ps at = 0; at <= 40'000'000; at += 250'000) {
    run(machine, rules, at, steps);
    machine.congestion(rules, at);
  }
  REQUIRE(steps.size() >= 9);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    CHECK(steps[i].at == static_cast<Ps>(i + 1) * 4'000'000 + 1'000);
    CHECK(steps[i].rate == std::max(1.0, 64 / std::pow(2.0, static_cast<double>(i + 1))));
  }
}

// One cut, then silence: half the way back once, then the target rises by 5 bw/25 Mb/s once and by
// 50 bw/25 Mb/s from then on, up to the line.
TEST_CASE("after a cut come one fast recovery, one additive increase and hyper increases") {
  const RateParameters rules = rules_of(PacketPreset::dcqcn_hpcc, 25);
  RateMachine machine(rules);
  std::vector<Step> steps;
  machine.congestion(rules, 0);
  run(machine, rules, 4'001'000, steps);
  const double cut = 25 * (1 - std::pow(255.0 / 256, 4) / 2);
  CHECK(steps[0].rate == Approx(cut).epsilon(1e-9));
  machine.congestion(rules, 310'000'000);  // the timer has raised the rate once by then
  run(machine, rules, 320'000'000, steps);
  REQUIRE(steps.size() == 3);
  CHECK(steps[1].at == 304'001'000);
  CHECK(steps[1].rate == Approx((25 + cut) / 2).epsilon(1e-9));
  CHECK(steps[2].at == 312'001'000);  // the next tick of 4 us, 1 ns behind
  CHECK(steps[2].target ==
        Approx((25 + cut) / 2).epsilon(1e-9));  // after an increase it is clamped
  double target = steps[2].target;
  double rate = steps[2].rate;
  steps.clear();
  run(machine, rules, 312'001'000 + 5 * 300'000'000LL, steps);
  REQUIRE(steps.size() == 5);
  const double raises[] = {0, 0.005, 0.05, 0.05, 0.05};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    target = std::min(25.0, target + raises[i]);
    rate = (rate + target) / 2;
    CHECK(steps[i].target == Approx(target).epsilon(1e-9));
    CHECK(steps[i].rate == Approx(rate).epsilon(1e-9));
  }
}

// Both clocks start at the cut and 300 us are a multiple of 4 us, so this happens all the time.
TEST_CASE("where an increase and a cut fall together the increase comes first") {
  const RateParameters rules = rules_of(PacketPreset::dcqcn_hpcc, 25);
  RateMachine machine(rules);
  std::vector<Step> steps;
  machine.congestion(rules, 0);
  run(machine, rules, 303'000'000, steps);
  REQUIRE(steps.size() == 1);
  machine.congestion(rules, 303'000'000);
  run(machine, rules, 304'001'000, steps);
  REQUIRE(steps.size() == 3);
  CHECK(steps[1].at == 304'001'000);
  CHECK(steps[2].at == 304'001'000);
  const double raised = (steps[0].rate + 25) / 2;
  CHECK(steps[1].rate == Approx(raised).epsilon(1e-9));
  CHECK(steps[2].target == Approx(raised).epsilon(1e-9));
  CHECK(steps[2].rate < raised);
}

// Zhu et al., SIGCOMM'15: R_T = R_C, R_C (1 - alpha/2), then alpha = (1-g) alpha + g; without a CNP
// for 55 us alpha = (1-g) alpha. The first CNP finds alpha = 1.
TEST_CASE("as published, every CNP cuts at once and alpha moves after it") {
  const RateParameters rules = rules_of(PacketPreset::dcqcn_paper, 40);
  RateMachine machine(rules);
  CHECK(machine.congestion(rules, 0) == RateMachine::Change::cut);
  CHECK(machine.rate() == 20'000'000'000);
  CHECK(machine.target() == 40'000'000'000);
  CHECK(machine.alpha(rules, 54'999'999) == 1);
  CHECK(machine.alpha(rules, 55'000'000) == Approx(255.0 / 256));
  CHECK(machine.next() == 55'000'000);
  machine.advance(rules);  // fast recovery
  CHECK(machine.rate() == 30'000'000'000);
  const double alpha = std::pow(255.0 / 256, 1);
  machine.congestion(rules, 100'000'000);
  CHECK(machine.target() == 30'000'000'000);
  CHECK(static_cast<double>(machine.rate()) == Approx(30e9 * (1 - alpha / 2)));
  CHECK(machine.alpha(rules, 100'000'000) == Approx(alpha * 255 / 256 + 1.0 / 256));
  CHECK(machine.next() == 155'000'000);
}

TEST_CASE(
    "as published, timer and byte counter together leave fast recovery and reach hyper increase") {
  RateParameters rules = rules_of(PacketPreset::dcqcn_paper, 40);
  rules.min_rate = base::BitsPerSecond{1};
  RateMachine machine(rules);
  machine.congestion(rules, 0);
  machine.congestion(rules, 1);  // so that the target, 20 Gb/s, is below the line
  const auto target = [&] { return machine.target(); };
  for (int i = 0; i < 5; ++i) machine.advance(rules);
  CHECK(target() == 20'000'000'000);  // five times half the way
  machine.advance(rules);
  CHECK(target() == 20'040'000'000);  // the timer alone: additive
  machine.advance(rules);
  CHECK(target() == 20'080'000'000);
  int strikes = 0;
  for (std::int64_t sent = 0; strikes < 6; sent += 1'000'000) {
    const bool struck = machine.sent(rules, 1'000'000) != RateMachine::Change::none;
    CHECK(struck == ((sent + 1'000'000) % 10'000'000 == 0));
    strikes += struck;
  }
  CHECK(target() == 20'320'000'000);  // six more additive steps
  machine.advance(rules);             // the byte counter has struck 6 times: i = 6 - F = 1
  CHECK(target() == 20'720'000'000);
  machine.sent(rules, 10'000'000);  // min(8, 6) - 5 = 1
  CHECK(target() == 21'120'000'000);
  machine.sent(rules, 10'000'000);  // min(8, 7) - 5 = 2
  CHECK(target() == 21'920'000'000);
}

TEST_CASE("a long silence brings alpha to the same value in one step as in many") {
  const RateParameters rules = rules_of(PacketPreset::dcqcn_hpcc);
  RateMachine one(rules);
  RateMachine many(rules);
  one.congestion(rules, 0);
  many.congestion(rules, 0);
  double alpha = 1;
  for (int us = 1; us <= 3'000; ++us) {
    alpha *= 255.0 / 256;
    CHECK(many.alpha(rules, us * 1'000'000LL) == Approx(alpha).epsilon(1e-9));
  }
  CHECK(one.alpha(rules, 3'000'000'000) == Approx(alpha).epsilon(1e-9));
}

// Halves of 1 b/s are 0, at which a packet would take for ever.
TEST_CASE("However low its line and its first cut, a sender's rate is above nothing") {
  RateParameters rules = rules_of(PacketPreset::dcqcn_hpcc);
  rules.line = base::BitsPerSecond{1'000};
  rules.min_rate = base::BitsPerSecond{1};
  rules.rate_on_first_cnp = 0.001;
  RateMachine machine(rules);
  machine.congestion(rules, 0);
  CHECK(machine.rate() == 1);
  machine.advance(rules);
  machine.advance(rules);
  CHECK(machine.rate() >= 1);
}

}  // namespace jacquard::systemc
