// SPDX-License-Identifier: Apache-2.0
// Exchanges that follow each other on circuits that stay.
#include <catch2/catch.hpp>

#include "jacquard/schedule/hops/shifts.hpp"
#include "support/fault_of.hpp"
#include "systemc/circuit/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::DemandMatrix;
using test::small_moe;

constexpr Picoseconds kGuard{5'000'000};

// Without delays, headers, acknowledgements and rounding: holds and guards are all there is.
CircuitScenario bare(bool keeps) {
  LinkConfig links;
  links.link_delay = Picoseconds{0};
  CircuitConfig config;
  config.guard = kGuard;
  config.forward = Picoseconds{0};
  config.charge_headers = config.charge_acks = false;
  config.keep_settings = keeps;
  CircuitScenario s;
  s.parameters = resolve(config, links, {}, 1);
  return s;
}

MakeDecision by_shape(const std::string& shape, Picoseconds latency = {}) {
  return [=] {
    return std::make_unique<TimedDecision>("decision", [=](const demand::QuantaMatrix& demand) {
      schedule::SchedulerOptions options;
      options.shape = shape;
      return all_at_once(demand, schedule::shifts(demand, options), latency);
    });
  };
}

DemandMatrix all_to_all(std::int64_t bytes) {
  DemandMatrix demand(16);
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) demand.set(i, j, Bytes{i == j ? 0 : bytes});
  }
  return demand;
}

// One exchange after the other.
std::vector<CircuitOutcome> in_a_row(CircuitScenario s, const std::vector<DemandMatrix>& demands,
                                     const MakeDecision& decide) {
  std::vector<CircuitOutcome> all;
  Before before;
  for (const DemandMatrix& demand : demands) {
    s.before = &before;
    all.push_back(simulate_circuit(s, demand, decide));
    before.last = all.back().left;
  }
  return all;
}

}  // namespace

// Each shift of an all-to-all of 1,000 bytes is held for 16 over the size of its digit of them. The
// last digit of an exchange is the first of the next one, so one setting stays.
TEST_CASE("exchanges in a row take their holds, and a guard for each setting that is new",
          "[circuit]") {
  struct Case {
    const char* shape;
    std::int64_t settings, bytes;
  };
  for (const auto& [shape, settings, bytes] :
       {Case{"16", 15, 15'000}, Case{"4x4", 6, 24'000}, Case{"2x8", 8, 22'000},
        Case{"8x2", 8, 22'000}, Case{"2x2x2x2", 4, 32'000}}) {
    CAPTURE(shape);
    const std::vector<DemandMatrix> demands(4, all_to_all(1'000));
    const Picoseconds holds{bytes * 10};  // at 100 GB/s
    for (const bool keeps : {false, true}) {
      const auto all = in_a_row(bare(keeps), demands, by_shape(shape));
      for (std::size_t k = 0; k < all.size(); ++k) {
        const Picoseconds guards = kGuard * (settings - (keeps && k > 0 ? 1 : 0));
        CHECK(all[k].controller.permutations == settings);
        CHECK(all[k].controller.guard == guards);
        CHECK(all[k].completion == holds + guards);
      }
    }
  }
}

// Forwards, backwards, that turned around forwards again, backwards: each begins with the digit
// that the one before has ended with.
TEST_CASE("a combine of a dispatch that ran backwards runs forwards", "[circuit]") {
  const DemandMatrix demand = all_to_all(1'000);
  const auto exchange = [&](const Before& before) {
    CircuitScenario s = bare(true);
    s.before = &before;
    return simulate_circuit(s, demand, by_shape("4x4"));
  };
  const auto first = exchange({});
  const auto dispatch = exchange({first.left, nullptr});
  const auto combine = exchange({dispatch.left, dispatch.left});
  const auto next = exchange({combine.left, nullptr});
  CHECK(first.controller.guard == kGuard * 6);
  for (const auto& later : {dispatch.controller, combine.controller, next.controller}) {
    CHECK(later.guard == kGuard * 5);
  }
}

TEST_CASE("every byte comes once in each of many exchanges, whatever stays connected",
          "[circuit]") {
  std::vector<DemandMatrix> demands;
  for (std::uint64_t index = 0; index < 5; ++index) demands.push_back(small_moe(16, index));
  CircuitConfig config;
  config.keep_settings = true;
  config.guard = Picoseconds{1'000'000};
  std::vector<MakeDecision> schedulers = {test::golden(16, Picoseconds{1'000}), by_shape("4x4"),
                                          by_shape("2x2x2x2")};
  for (const char* name : {"auto", "holds-first", "ladder", "round-robin-vlb"}) {
    schedulers.push_back(test::software(name, Picoseconds{300'000}));
  }
  for (const MakeDecision& decide : schedulers) {
    const auto all = in_a_row(test::scenario(16, config), demands, decide);
    for (std::size_t k = 0; k < all.size(); ++k) {
      CHECK(all[k].bytes_delivered == demands[k].total());
      CHECK(all[k].bytes_lost == Bytes{0});
    }
  }
}

TEST_CASE("a combine that is its dispatch turned around waits for no decision", "[circuit]") {
  const DemandMatrix there = small_moe(16, 2);
  DemandMatrix back(16);
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) back.set(j, i, there.at(i, j) * 2);
  }
  for (const char* shape : {"16", "4x4"}) {
    const auto combine = [&](Picoseconds latency) {
      CircuitScenario s = test::scenario(16);
      Before before;
      s.before = &before;
      before.dispatch = simulate_circuit(s, there, by_shape(shape, latency)).left;
      const CircuitOutcome out = simulate_circuit(s, back, by_shape(shape, latency));
      CHECK(out.bytes_delivered == back.total());
      return out.completion;
    };
    CHECK(combine(Picoseconds{50'000'000}) == combine(Picoseconds{0}));
  }
}

TEST_CASE("settings are not kept by hardware, in slots or in tiers", "[circuit]") {
  const auto refused = [](auto change) {
    CircuitConfig config;
    config.keep_settings = true;
    change(config);
    return tb::input_fault_of([&] { resolve(config, LinkConfig{}, {}, 1); }).expected;
  };
  CHECK(refused([](CircuitConfig& c) { c.crossbar = CrossbarKind::rtl; }) ==
        "false where circuit.crossbar is rtl");
  CHECK(refused([](CircuitConfig& c) { c.leaves = 4; }) == "false where circuit.leaves is above 0");
  CHECK(refused([](CircuitConfig& c) {
          c.slotted = true;
          c.slot_bytes = Bytes{4'096};
        }) == "false where circuit.slotted is true");
}

}  // namespace jacquard::systemc
