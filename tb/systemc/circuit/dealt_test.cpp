// SPDX-License-Identifier: Apache-2.0
// One scheduler's settings, dealt out to parallel switches.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/completion.hpp"
#include "support/fault_of.hpp"
#include "systemc/circuit/acknowledgements.hpp"
#include "systemc/circuit/replay_checker.hpp"
#include "systemc/circuit/scheduled_circuits.hpp"
#include "systemc/circuit/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::DemandMatrix;
using test::golden;
using test::small_moe;
using test::software;

constexpr Picoseconds kNs{1'000};

struct Terms {
  int ports = 16;
  int switches = 4;
  Picoseconds guard = kNs * 100;
  bool acknowledged = false;
};

// Links of 200 Gb/s: a byte takes 40 ps. Report and grant take 200 and 300 ns, a link 500.
CircuitScenario dealt_to(const Terms& terms) {
  LinkConfig links;
  links.ports = terms.ports;
  links.rate = base::BitsPerSecond{200'000'000'000};
  links.link_delay = kNs * 500;
  CircuitConfig config;
  config.guard = terms.guard;
  config.charge_headers = config.charge_acks = terms.acknowledged;
  config.report_latency = kNs * 200;
  config.grant_latency = kNs * 300;
  config.switches = terms.switches;
  config.division = Division::dealt;
  CircuitScenario s;
  s.parameters = resolve(config, links, {}, 1);
  s.counting.rate = links.rate;
  s.counting.guard = terms.guard;
  s.counting.bits = 8;
  s.keep_schedule = true;
  return s;
}

// `count` shifts of `bytes` each, among `ports`, and a scheduler that shows one each `each`, the
// first after it too.
DemandMatrix shifts(int ports, int count, Bytes bytes) {
  DemandMatrix demand(ports);
  for (int i = 0; i < ports; ++i) {
    for (int k = 1; k <= count; ++k) demand.set(i, (i + k) % ports, bytes);
  }
  return demand;
}

MakeDecision shown_each(Picoseconds each) {
  return [each] {
    return std::make_unique<TimedDecision>("decision", [each](const demand::QuantaMatrix& demand) {
      const int n = demand.ports();
      TimedSchedule timed{schedule::Schedule(n), {}, {}, {}};
      for (int k = 1; k < n && demand.at(0, k % n) > 0; ++k) {
        schedule::Matching columns;
        for (int i = 0; i < n; ++i) columns.push_back((i + k) % n);
        timed.schedule.append(columns, demand.at(0, k));
        timed.ready.push_back(each * k);
      }
      timed.done = timed.ready.back();
      return timed;
    });
  };
}

CircuitOutcome carried(CircuitScenario s, bool in_bulk, const DemandMatrix& demand,
                       const MakeDecision& decide) {
  s.in_bulk = in_bulk;
  const CircuitOutcome out = simulate_circuit(s, demand, decide);
  CHECK(out.in_bulk == in_bulk);
  return out;
}

void require_same(const CircuitOutcome& a, const CircuitOutcome& b) {
  CHECK(a.completion == b.completion);
  CHECK(a.flow_finish == b.flow_finish);
  CHECK(a.bytes_delivered == b.bytes_delivered);
  CHECK(a.events == b.events);
  CHECK(a.controller.starts == b.controller.starts);
  CHECK(a.controller.switches == b.controller.switches);
  CHECK(a.controller.guards == b.controller.guards);
  for (std::size_t i = 0; i < a.npus.size(); ++i) CHECK(a.npus[i].sending == b.npus[i].sending);
}

}  // namespace

// Report, the clock at which setting k is shown, grant, bytes at the rate of one link, the flight.
TEST_CASE("as many settings as switches all begin when they are known", "[circuit]") {
  for (const int switches : {1, 2, 5}) {
    const CircuitScenario s = dealt_to({16, switches});
    const DemandMatrix demand = shifts(16, switches, Bytes{25'500});  // 255 quanta of 100
    for (const bool in_bulk : {true, false}) {
      const CircuitOutcome out = carried(s, in_bulk, demand, shown_each(kNs * 7));
      const Picoseconds held = Picoseconds{40} * 25'500;
      CHECK(out.completion == kNs * (200 + 7 * switches + 300 + 1'000) + held);
      CHECK(out.bytes_delivered == demand.total());
      CHECK(out.controller.guard == kNs * 100);  // of one switch
      CHECK(out.controller.hold == held);
    }
  }
}

// The first round begins at the last's clocks, and each later one a guard after the one before.
TEST_CASE("each switch pays its own guards, while others carry", "[circuit]") {
  for (const int switches : {1, 3, 5}) {
    const CircuitScenario s = dealt_to({16, switches});
    const DemandMatrix demand = shifts(16, 15, Bytes{25'500});
    const CircuitOutcome out = carried(s, true, demand, shown_each(kNs * 7));
    const int rounds = 15 / switches;
    const Picoseconds held = Picoseconds{40} * 25'500;
    CHECK(out.completion ==
          kNs * (200 + 7 * switches + 300 + 1'000) + rounds * held + (rounds - 1) * kNs * 100);
    CHECK(out.controller.guard == rounds * kNs * 100);
  }
}

// Nothing is known before the guard is over: it passes while it is decided.
TEST_CASE("a guard longer than the decision is paid by every switch at once", "[circuit]") {
  const CircuitScenario s = dealt_to({16, 4, kNs * 5'000});
  const CircuitOutcome out = carried(s, true, shifts(16, 4, Bytes{25'500}), shown_each(kNs * 7));
  CHECK(out.completion == kNs * (5'000 + 1'000) + Picoseconds{40} * 25'500);
}

TEST_CASE("settings are dealt out as the closed form says, to the picosecond", "[circuit]") {
  for (std::uint64_t index = 0; index < 4; ++index) {
    for (const int switches : {1, 2, 7}) {
      for (const Picoseconds guard : {Picoseconds{0}, kNs * 100, kNs * 3'000}) {
        CAPTURE(index, switches, guard.count());
        const CircuitScenario s = dealt_to({16, switches, guard, true});
        const DemandMatrix demand = small_moe(16, index);
        const CircuitOutcome out = carried(s, true, demand, golden(16, kNs));
        ControllerRecord did = out.controller;
        // From the order of starts to that of the decision: one setting is shown in a clock.
        std::vector<std::size_t> order(did.ready.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return did.ready[a] < did.ready[b]; });
        const auto by_decision = [&order](auto& all) {
          auto sorted = all;
          for (std::size_t k = 0; k < order.size(); ++k) sorted[k] = all[order[k]];
          all = sorted;
        };
        by_decision(did.starts);
        by_decision(did.switches);
        by_decision(did.holds);
        by_decision(did.ready);
        // Its holds at the rate of a link, headers included.
        const auto quantum =
            quantise(with_acknowledgements(demand, s.parameters.framing), s.counting)
                .clock()
                .quantum;
        std::vector<Picoseconds> holds;
        for (const std::int64_t hold : did.holds) {
          holds.push_back(s.parameters.framing.time(hold * quantum.count()));
        }
        schedule::CompletionRule rule;
        rule.guard = guard;
        rule.switches = switches;
        const auto expected = schedule::completion(holds, did.ready, rule);
        CHECK(did.starts == expected.starts);
        CHECK(did.switches == expected.switches);
        CHECK(out.completion <= expected.time + kNs * 1'000);
        const auto last = std::max_element(expected.starts.begin(), expected.starts.end());
        CHECK(out.completion > *last);
      }
    }
  }
}

TEST_CASE("every byte comes once over dealt switches, on circuits that were set", "[circuit]") {
  for (std::uint64_t index = 0; index < 4; ++index) {
    for (const int switches : {2, 3, 16}) {
      for (const MakeDecision& decide : {golden(16, kNs), software("holds-first", kNs * 500)}) {
        CAPTURE(index, switches);
        CircuitScenario s = dealt_to({16, switches, kNs * 100, true});
        const DemandMatrix demand = small_moe(16, index);
        const CircuitOutcome bulk = carried(s, true, demand, decide);
        require_same(bulk, carried(s, false, demand, decide));
        s.keep = true;
        const CircuitOutcome kept = carried(s, false, demand, decide);
        require_same(bulk, kept);
        CHECK(kept.bytes_delivered == demand.total());
        CHECK(test::replay(kept, with_acknowledgements(demand, s.parameters.framing)) == "");
        CHECK(test::guarded(kept, kNs * 100));
        for (std::uint64_t order = 1; order <= 3; ++order) {
          s.event_order = order;
          require_same(kept, simulate_circuit(s, demand, decide));
        }
      }
    }
  }
}

TEST_CASE("dealing does not depend on leaves, late clocks or slots", "[circuit]") {
  const DemandMatrix demand = small_moe(16, 2);
  LinkConfig links;
  links.ports = 16;
  for (const char* const what : {"leaves", "jitter", "slots"}) {
    CAPTURE(what);
    CircuitConfig config;
    config.switches = 3;
    config.division = Division::dealt;
    if (*what == 'l') config.leaves = 4;
    if (*what == 'j') config.skew = config.jitter = kNs * 60;
    config.slotted = *what == 's';
    if (config.slotted) config.slot = kNs * 1'000;
    CircuitScenario s;
    s.parameters = resolve(config, links, {}, 1);
    s.counting.bits = 8;
    if (config.slotted) s.counting.bits = {};
    if (config.slotted) s.counting.quantum = s.parameters.slot_bytes;
    s.keep_schedule = true;
    const auto decide = software("holds-first", kNs * 500);
    const CircuitOutcome out = simulate_circuit(s, demand, decide);
    CHECK(out.bytes_delivered == demand.total());
    CHECK(out.bytes_lost == Bytes{0});
    CircuitScenario by_events = s;
    by_events.in_bulk = false;
    require_same(out, simulate_circuit(by_events, demand, decide));
  }
}

TEST_CASE("a setting that serves a pair twice at a time takes each byte once", "[circuit]") {
  const CircuitScenario s = dealt_to({2, 3});
  DemandMatrix demand(2);
  demand.set(0, 1, Bytes{25'500});
  const auto in_three = [] {
    return std::make_unique<TimedDecision>("decision", [](const demand::QuantaMatrix& d) {
      schedule::Schedule settings(2);
      for (const std::int64_t hold : {100, 100, 55})
        settings.append({1, schedule::kUnmatched}, hold);
      return all_at_once(d, settings, Picoseconds{0});
    });
  };
  for (const bool in_bulk : {true, false}) {
    const CircuitOutcome out = carried(s, in_bulk, demand, in_three);
    CHECK(out.bytes_delivered == demand.total());
    // The last bytes come before the first ones have: all began at once.
    CHECK(out.flow_finish[1] == kNs * (200 + 300 + 1'000) + Picoseconds{40} * 10'000);
    CHECK(out.completion == out.flow_finish[1]);
  }
}

// Shorter ones first: two begin at once. Of those that wait then, the longest goes first.
TEST_CASE("the longest setting that waits is the next to be dealt", "[circuit]") {
  const CircuitScenario s = dealt_to({2, 2});
  DemandMatrix demand(2);
  demand.set(0, 1, Bytes{255'000});
  const auto growing = [] {
    return std::make_unique<TimedDecision>("decision", [](const demand::QuantaMatrix& d) {
      schedule::Schedule settings(2);
      for (const std::int64_t hold : {50, 55, 60, 90})
        settings.append({1, schedule::kUnmatched}, hold);
      return all_at_once(d, settings, Picoseconds{0});
    });
  };
  const CircuitOutcome out = carried(s, true, demand, growing);
  CHECK(out.controller.holds == std::vector<std::int64_t>{50, 55, 90, 60});
  CHECK(out.controller.switches == std::vector<int>{0, 1, 0, 1});
  // 50 and 90 quanta of 1,000 bytes, a guard between them.
  CHECK(out.completion == kNs * (200 + 300 + 1'000 + 100) + Picoseconds{40} * 140'000);
}

TEST_CASE("what is sent on is not dealt out", "[circuit]") {
  const CircuitScenario s = dealt_to({8, 2});
  const auto hops = [] {
    return std::make_unique<TimedDecision>("decision", [](const demand::QuantaMatrix& d) {
      schedule::SchedulerOptions options;
      options.shape = "2x4";
      return all_at_once(d, schedule::find_scheduler("shifts").run(d, options), Picoseconds{0});
    });
  };
  CHECK_THAT(tb::fault_of([&] { simulate_circuit(s, small_moe(8, 1), hops); }),
             Catch::Contains("one hop where circuit.division is dealt"));
}

TEST_CASE("traces of dealt switches name each, and the bound is that of all links", "[circuit]") {
  ScheduledCircuits circuits(dealt_to({16, 3}), software("holds-first", Picoseconds{0}));
  const DemandMatrix demand = small_moe(16, 1);
  const auto flows = demand::flows_of(demand);
  report::FabricRun trace;
  const RunFigures all = circuits.run({demand, {flows.data(), flows.size()}}, 1, &trace);
  const auto line =
      base::transfer_time(demand.largest_line_sum(), base::BitsPerSecond{200'000'000'000});
  CHECK(all.bound.count() == (line.count() + 2) / 3);
  CHECK(all.completion >= all.bound);
  std::set<std::string> crossbars;
  for (const auto& setting : trace.settings) crossbars.insert(setting.crossbar);
  CHECK(crossbars == std::set<std::string>{"switch 0", "switch 1", "switch 2"});
  Bytes sent{0};
  for (const auto& link : trace.links) {
    if (link.name.find(" up") != std::string::npos) sent += link.bytes;
  }
  CHECK(sent == demand.total());
}

}  // namespace jacquard::systemc
