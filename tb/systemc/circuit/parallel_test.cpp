// SPDX-License-Identifier: Apache-2.0
// Several switches side by side.
#include <catch2/catch.hpp>

#include "jacquard/schedule/circuit/circuit.hpp"
#include "support/fault_of.hpp"
#include "systemc/circuit/acknowledgements.hpp"
#include "systemc/circuit/parallel_circuits.hpp"
#include "systemc/circuit/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::DemandMatrix;
using test::small_moe;

constexpr Picoseconds kGuard{2'000'000};

CircuitScenario scenario(const char* rate, bool acknowledged) {
  LinkConfig links;
  links.rate = config::quantity<base::BitsPerSecond>().read(rate, {"test", ""});
  links.link_delay = Picoseconds{0};
  CircuitConfig config;
  config.guard = kGuard;
  config.charge_headers = config.charge_acks = acknowledged;
  CircuitScenario s;
  s.parameters = resolve(config, links, {}, 1);
  s.counting.rate = links.rate;
  s.counting.guard = kGuard;
  return s;
}

std::unique_ptr<Decision> decided() {
  return std::make_unique<TimedDecision>("decision", [](const demand::QuantaMatrix& demand) {
    return all_at_once(demand, schedule::holds_first(demand, {}), Picoseconds{0});
  });
}

RunFigures run(const CircuitScenario& s, const DemandMatrix& demand, int switches,
               Division division, report::FabricRun* trace = nullptr) {
  ScheduledCircuits one(s, decided);
  const auto flows = demand::flows_of(demand);
  const Offer offer{demand, {flows.data(), flows.size()}};
  if (switches == 1) return one.run(offer, 1, trace);
  return ParallelCircuits(one, switches, division).run(offer, 1, trace);
}

// 16 shifts but that to oneself, of 1,600 bytes each.
DemandMatrix all_to_all() {
  DemandMatrix demand(16);
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) demand.set(i, j, Bytes{i == j ? 0 : 1'600});
  }
  return demand;
}

}  // namespace

// 15 shifts of 14.2 ns. Three switches of a third of the rate hold five each, three times as long.
TEST_CASE("switches side by side pay their guards at the same time", "[circuit]") {
  const DemandMatrix demand = all_to_all();
  const RunFigures one = run(scenario("900 Gb/s", false), demand, 1, Division::settings);
  const RunFigures three = run(scenario("300 Gb/s", false), demand, 3, Division::settings);
  const RunFigures even = run(scenario("300 Gb/s", false), demand, 3, Division::even);
  const std::int64_t holds = 15 * 1'600 * 8'000 / 900;  // ps
  CHECK(std::abs(one.completion.count() - (holds + 15 * kGuard.count())) < 15);
  CHECK(std::abs(three.completion.count() - (holds + 5 * kGuard.count())) < 15);
  // Of 1,600 bytes a third is 533 or 534.
  CHECK(std::abs(even.completion.count() - (holds + 15 * kGuard.count())) < 15 * 30);
  CHECK(std::abs(one.bound.count() - three.bound.count()) <= 1);
}

TEST_CASE("switches side by side deliver all data once, with headers and acknowledgements",
          "[circuit]") {
  for (std::uint64_t index = 0; index < 3; ++index) {
    const DemandMatrix demand = small_moe(16, index);
    for (const int switches : {2, 3, 8}) {
      for (const Division division : {Division::settings, Division::even}) {
        CAPTURE(index, switches, division == Division::even);
        report::FabricRun trace;
        const RunFigures all = run(scenario("200 Gb/s", true), demand, switches, division, &trace);
        CHECK(all.bytes_delivered == demand.total());
        CHECK(all.bytes_asked == demand.total());
        CHECK(all.completion >= all.bound);
        CHECK(trace.flows.size() == demand::flows_of(demand).size());
        Picoseconds last{0};
        for (const report::FlowRecord& flow : trace.flows) last = std::max(last, flow.finish);
        CHECK(last <= all.completion);  // acknowledgements may end later
        CHECK(trace.settings.front().crossbar.rfind("switch ", 0) == 0);
      }
    }
  }
}

TEST_CASE("parts of a demand sum to it, and acknowledgements to those of all data", "[circuit]") {
  const CircuitScenario s = scenario("200 Gb/s", true);
  const DemandMatrix demand = small_moe(16, 4);
  const DemandMatrix all = with_acknowledgements(demand, s.parameters.framing);
  for (const Division division : {Division::settings, Division::even}) {
    const auto parts = divide(demand, s.parameters.framing, s.counting, 5, division);
    REQUIRE(parts.size() == 5);
    for (int i = 0; i < demand.ports(); ++i) {
      for (int j = 0; j < demand.ports(); ++j) {
        Bytes data{0}, carried{0};
        for (const SwitchPart& part : parts) {
          CHECK(part.data.at(i, j) <= part.carried.at(i, j));
          data += part.data.at(i, j);
          carried += part.carried.at(i, j);
        }
        CHECK(data == demand.at(i, j));
        CHECK(carried == all.at(i, j));
      }
    }
  }
}

TEST_CASE("switches side by side refuse what was decided for one", "[circuit]") {
  ScheduledCircuits one(scenario("200 Gb/s", false), decided);
  const DemandMatrix demand = all_to_all();
  const auto flows = demand::flows_of(demand);
  Before before;
  Offer offer{demand, {flows.data(), flows.size()}};
  offer.before = &before;
  CHECK_THAT(tb::fault_of([&] {
               ParallelCircuits(one, 2, Division::settings).run(offer, 1, nullptr);
             }),
             Catch::Contains("/switches") && Catch::Contains("keep settings"));
}

}  // namespace jacquard::systemc
