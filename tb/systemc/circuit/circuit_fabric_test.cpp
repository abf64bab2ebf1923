// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/circuit_fabric.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/demand/quantise.hpp"
#include "systemc/circuit/acknowledgements.hpp"
#include "systemc/circuit/support.hpp"
#include "systemc/control/core_decision.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::DemandMatrix;
using test::golden;
using test::scenario;
using test::small_moe;
using test::software;

constexpr Picoseconds kLink{250'000};

// The rule of docs/simulate.md, written out: when the last bit of the last data has come.
Picoseconds by_the_rule(const CircuitScenario& s, const DemandMatrix& data,
                        const TimedSchedule& decided, bool overlap) {
  const DemandMatrix demand = with_acknowledgements(data, s.parameters.framing);
  const auto quanta = quantise(demand, s.counting);
  const Picoseconds guard = s.parameters.crossbars.guard;
  const Picoseconds known = s.parameters.report_latency, told = s.parameters.grant_latency;
  Picoseconds end = overlap ? Picoseconds{0} : known + decided.done + told;
  std::vector<std::int64_t> left(demand.row_major().begin(), demand.row_major().end());
  Picoseconds last{0};
  for (schedule::SettingCursor c(decided.schedule); !c.done(); c.next()) {
    const Picoseconds ready = overlap ? known + decided.ready[c.entry()] + told : end;
    const Picoseconds start = std::max(end + guard, overlap ? ready : end);
    const std::int64_t capacity = c.hold() * quanta.clock().quantum.count();
    for (int i = 0; i < demand.ports(); ++i) {
      const int j = c.columns()[static_cast<std::size_t>(i)];
      if (j < 0) continue;
      auto& rest = left[static_cast<std::size_t>(i * demand.ports() + j)];
      const std::int64_t sent = std::min(rest, capacity);
      rest -= sent;
      if (sent > 0) last = std::max(last, start + s.parameters.framing.time(sent));
    }
    end = start + s.parameters.framing.time(capacity);
  }
  return last + kLink + kLink;
}

TEST_CASE(
    "what NPUs sent adds up to the demand and its acknowledgements, one at a time, while connected",
    "[circuit]") {
  const DemandMatrix demand = small_moe(8, 1);
  const CircuitScenario s = scenario(8);
  const DemandMatrix carried = with_acknowledgements(demand, s.parameters.framing);
  const CircuitOutcome out = simulate_circuit(s, demand, software("exact", Picoseconds{1000}));
  for (int i = 0; i < 8; ++i) {
    const NpuUse& npu = out.npus[static_cast<std::size_t>(i)];
    std::vector<std::int64_t> sent(8);
    Picoseconds busy{0}, last{0};
    for (const Sent& t : npu.sent) {
      sent[static_cast<std::size_t>(t.destination)] += t.payload.count();
      CHECK(t.from >= last);
      CHECK(t.to - t.from == s.parameters.framing.time(t.payload.count()));
      last = t.to;
      busy += t.to - t.from;
      const auto carries = [&](const NamedSetting& n) {
        return n.setting.from <= t.from + kLink && t.to + kLink <= n.setting.to &&
               n.setting.columns[static_cast<std::size_t>(i)] == t.destination;
      };
      CHECK(std::count_if(out.settings.begin(), out.settings.end(), carries) == 1);
    }
    CHECK(busy == npu.sending.at(0));
    for (int j = 0; j < 8; ++j) {
      CHECK(sent[static_cast<std::size_t>(j)] == carried.at(i, j).count());
    }
  }
  CircuitScenario quiet = s;
  quiet.keep = false;
  CHECK(simulate_circuit(quiet, demand, software("exact", Picoseconds{1000})).npus[0].sent.empty());
}

TEST_CASE("a circuit run takes what the rule says, to the picosecond", "[circuit]") {
  for (const bool overlap : {true, false}) {
    for (const Picoseconds guard : {Picoseconds{0}, Picoseconds{10'000}, Picoseconds{1'000'000}}) {
      CircuitConfig config;
      config.guard = guard;
      CircuitScenario s = scenario(16, config);
      s.overlap = overlap;
      const DemandMatrix demand = small_moe(16, 3);
      const DemandMatrix carried = with_acknowledgements(demand, s.parameters.framing);
      const auto core = schedule::make_golden_core(test::ladder_shape(16));
      const auto decided = at_clocks(
          schedule::run_core(*core, quantise(carried, s.counting), test::ladder_options()),
          Picoseconds{1000});
      const CircuitOutcome out = simulate_circuit(s, demand, golden(16, Picoseconds{1000}));
      CHECK(out.completion == by_the_rule(s, demand, decided, overlap));
      CHECK(out.bytes_delivered == demand.total());
      CHECK(out.bytes_lost == Bytes{0});
    }
  }
}

TEST_CASE("without overlap the last setting ends after decision, guards and holds", "[circuit]") {
  CircuitScenario s = scenario(8);
  s.overlap = false;
  const CircuitOutcome out =
      simulate_circuit(s, small_moe(8, 0), software("exact", Picoseconds{5'000'000}));
  const ControllerRecord& c = out.controller;
  CHECK(c.decided == kLink + Picoseconds{5'000'000} + kLink);
  CHECK(c.guard == Picoseconds{10'000} * c.permutations);
  CHECK(c.end == c.decided + c.guard + c.hold);
}

TEST_CASE("a core clock by clock and its model's times give the same run", "[circuit]") {
  for (const int ports : {1, 4, 16}) {
    const CircuitScenario s = scenario(ports);
    const DemandMatrix demand = small_moe(ports, 1);
    const auto core = schedule::make_golden_core(test::ladder_shape(ports));
    const CircuitOutcome a = simulate_circuit(s, demand, golden(ports, Picoseconds{800}));
    const CircuitOutcome b = simulate_circuit(s, demand, [&] {
      return std::make_unique<CoreDecision>("decision", *core, Picoseconds{800},
                                            test::ladder_options());
    });
    CHECK(a.completion == b.completion);
    CHECK(a.flow_finish == b.flow_finish);
    CHECK(a.controller.columns == b.controller.columns);
    CHECK(a.controller.holds == b.controller.holds);
    CHECK(a.controller.ready == b.controller.ready);
    CHECK(a.controller.starts == b.controller.starts);
    CHECK(a.controller.decided == b.controller.decided);
  }
}

TEST_CASE("leaves and spines carry what one crossbar carries, a spine later", "[circuit]") {
  const DemandMatrix demand = small_moe(16, 2);
  const CircuitOutcome one =
      simulate_circuit(scenario(16), demand, software("ladder", Picoseconds{0}));
  CircuitConfig config;
  config.leaves = 4;
  config.report_latency = config.grant_latency = kLink;
  const CircuitOutcome two =
      simulate_circuit(scenario(16, config), demand, software("ladder", Picoseconds{0}));
  CHECK(two.completion == one.completion + kLink * 2);
  CHECK(two.bytes_delivered == demand.total());
}

TEST_CASE("with fewer spines a permutation goes in several settings", "[circuit]") {
  CircuitConfig config;
  config.leaves = 4;
  config.spines = 2;
  const DemandMatrix demand = small_moe(16, 2);
  const CircuitOutcome out =
      simulate_circuit(scenario(16, config), demand, software("ladder", Picoseconds{0}));
  const CircuitOutcome full =
      simulate_circuit(scenario(16), demand, software("ladder", Picoseconds{0}));
  CHECK(out.bytes_delivered == demand.total());
  // Twice oversubscribed: about twice the settings where all NPUs send.
  CHECK(out.controller.permutations > full.controller.permutations);
  CHECK(out.controller.permutations <= 2 * full.controller.permutations);
}

TEST_CASE("slots start on their grid and last T", "[circuit]") {
  CircuitConfig config;
  config.slotted = true;
  config.slot_bytes = Bytes{1'000'000};
  CircuitScenario s = scenario(8, config);
  s.counting.bits.reset();
  s.counting.quantum = s.parameters.slot_bytes;
  const CircuitOutcome out =
      simulate_circuit(s, small_moe(8, 5), software("ladder", Picoseconds{0}));
  // T = b/c + t_max + t_x: 1,000 frames of 1,048 bytes at 800 Gb/s, no t_max, 10 ns.
  CHECK(s.parameters.slot == Picoseconds{10'480'000 + 10'000});
  std::int64_t slots = 0;
  for (std::size_t k = 0; k < out.controller.starts.size(); ++k) {
    CHECK(out.controller.starts[k].count() % s.parameters.slot.count() == 0);
    slots += out.controller.holds[k];
  }
  CHECK(out.controller.starts.back() ==
        out.controller.starts.front() + s.parameters.slot * (slots - out.controller.holds.back()));
  CHECK(out.bytes_delivered == small_moe(8, 5).total());
}

TEST_CASE("clocks that are off and distances that differ lose nothing", "[circuit]") {
  for (const bool compensated : {true, false}) {
    CircuitConfig config;
    config.compensated = compensated;
    config.skew = Picoseconds{3'000};
    config.jitter = Picoseconds{2'000};
    config.distance_spread = Picoseconds{400'000};
    const DemandMatrix demand = small_moe(8, 7);
    const CircuitOutcome out =
        simulate_circuit(scenario(8, config), demand, software("ladder", Picoseconds{0}));
    CHECK(out.bytes_delivered == demand.total());
    CHECK(out.bytes_lost == Bytes{0});
  }
}

TEST_CASE("data that meet a guard window are an error, or counted and sent again", "[circuit]") {
  CircuitConfig config;
  config.jitter = Picoseconds{5'000};
  config.t_max = Picoseconds{6'000};  // of 10 needed where an NPU is at its latest
  const DemandMatrix demand = small_moe(8, 7);
  CHECK_THROWS_WITH(
      simulate_circuit(scenario(8, config), demand, software("ladder", Picoseconds{0})),
      Catch::Contains("met a guard window") && Catch::Contains("t_max"));
  config.loss_is_error = false;
  const CircuitOutcome out =
      simulate_circuit(scenario(8, config), demand, software("ladder", Picoseconds{0}));
  CHECK(out.bytes_delivered == demand.total());
  CHECK(out.bytes_lost > Bytes{0});
  CHECK(out.controller.decisions > 1);
}

TEST_CASE("a transfer tells the places it passed, each a link's delay after the last",
          "[circuit]") {
  const Picoseconds spine{100'000};
  CircuitConfig config;
  config.leaves = 2;
  config.spine_delay = spine;
  const DemandMatrix demand = small_moe(4, 0);
  const auto decide = software("ladder", Picoseconds{0});
  const DemandMatrix carried = with_acknowledgements(demand, scenario(4).parameters.framing);
  const CircuitOutcome one = simulate_circuit(scenario(4), demand, decide);
  const CircuitOutcome two = simulate_circuit(scenario(4, config), demand, decide);
  const auto check = [&](const CircuitOutcome& out, const std::vector<Picoseconds>& after) {
    REQUIRE(!out.transfers.empty());
    std::int64_t bytes = 0;
    for (const Transfer& t : out.transfers) {
      bytes += t.bytes.count;
      REQUIRE(t.hops == static_cast<int>(after.size()));
      CHECK(out.places[static_cast<std::size_t>(t.path[0].place)] ==
            "npu_" + std::to_string(t.source));
      for (std::size_t k = 0; k < after.size(); ++k) {
        CHECK(t.path[k].head == t.path[0].head + after[k]);
        CHECK(t.path[k].tail == t.path[0].tail + after[k]);
      }
    }
    CHECK(bytes == carried.total().count());
    CHECK(out.bytes_delivered == demand.total());
  };
  // NPU, end of its link, crossbar, end of the other's link.
  check(one, {Picoseconds{0}, kLink, kLink, kLink * 2});
  // NPU; link and leaf; uplink and spine; downlink and leaf; link.
  const Picoseconds s1 = kLink + spine, s2 = kLink + spine * 2;
  check(two, {Picoseconds{0}, kLink, kLink, s1, s1, s2, s2, s2 + kLink});
}

TEST_CASE("the order of events of one instant does not matter", "[circuit]") {
  CircuitConfig two_tier;
  two_tier.leaves = 2;
  two_tier.guard = Picoseconds{0};  // one setting ends when the next begins
  CircuitConfig slotted;
  slotted.slotted = true;
  slotted.slot_bytes = Bytes{300'000};
  for (const CircuitConfig& config : {CircuitConfig{}, two_tier, slotted}) {
    for (const bool faults : {false, true}) {
      CircuitScenario s = scenario(8, config);
      if (config.slotted) s.counting.quantum = s.parameters.slot_bytes;
      if (faults) {
        s.faults.stragglers = s.faults.flapping_links = 2;
        s.faults.late_by = s.faults.up_for = Picoseconds{100'000'000};
      }
      const DemandMatrix demand = small_moe(8, 4);
      const auto decide = software("ladder", Picoseconds{1'000'000});
      const CircuitOutcome straight = simulate_circuit(s, demand, decide);
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        s.event_order = seed;
        const CircuitOutcome shuffled = simulate_circuit(s, demand, decide);
        CHECK(shuffled.flow_finish == straight.flow_finish);
        CHECK(shuffled.bytes_lost == straight.bytes_lost);
        CHECK(shuffled.controller.columns == straight.controller.columns);
        CHECK(shuffled.controller.starts == straight.controller.starts);
      }
    }
  }
}

}  // namespace
}  // namespace jacquard::systemc
