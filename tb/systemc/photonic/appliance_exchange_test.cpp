// SPDX-License-Identifier: Apache-2.0
// Exchanges on an appliance, held against closed forms and against its parts alone.
#include "systemc/photonic/appliance_exchange.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "systemc/photonic/appliance_forms.hpp"
#include "systemc/photonic/support.hpp"

namespace jacquard::systemc {
namespace {

using demand::Flow;

constexpr int kXpus = 16;
constexpr double kBytesPerPs = 0.9;  // of a port: 7.2 Tb/s

ApplianceExchange through(ExchangeWay way, ReadAfter read_after = ReadAfter::flow) {
  ApplianceExchange exchange;
  exchange.way = way;
  exchange.read_after = read_after;
  exchange.fidelity = memory::Fidelity::ideal;
  return exchange;
}

ApplianceExchangeFigures run(const std::vector<Flow>& flows, const ApplianceExchange& exchange) {
  return run_exchange(ideal_appliance(), exchange, {flows.data(), flows.size()}, 1);
}

// `bytes` from each XPU to each other.
std::vector<Flow> all_to_all(std::int64_t bytes) {
  std::vector<Flow> flows;
  for (int i = 0; i < kXpus; ++i) {
    for (int j = 0; j < kXpus; ++j) {
      if (i != j) flows.push_back({i, j, base::Bytes{bytes}});
    }
  }
  return flows;
}

std::vector<Flow> uneven() {
  base::Rng rng(5, "flows");
  std::vector<Flow> flows;
  for (const Flow& flow : all_to_all(1)) {
    if (rng.chance(0.6)) {
      flows.push_back({flow.source, flow.destination, base::Bytes{rng.between(1, 30'000)}});
    }
  }
  return flows;
}

double real(base::Picoseconds time) { return static_cast<double>(time.count()); }

}  // namespace

// All packets on the sender's lanes with 12 B each; the last piece of 16 cells through the switch
// and on the receiver's lanes, with 4 B each; 100 ns, 50 ns and 100 ns. A slot may have to be
// waited for.
TEST_CASE("A flow alone through the switch takes its bytes over the rate, and three latencies") {
  constexpr std::int64_t kBytes = 1 << 20;
  const auto figures = run({{2, 9, base::Bytes{kBytes}}}, through(ExchangeWay::through_switch));
  const double lanes = kBytes / 256 * 268 / kBytesPerPs;
  const double slot = 260 / kBytesPerPs;
  const double form = lanes + 16 * slot + 16 * slot + 250'000;
  CHECK(real(figures.time) >= form - 2);
  CHECK(real(figures.time) <= form + 2 * slot);
  CHECK(figures.delivered.count() == kBytes);
  CHECK(figures.cells == kBytes / 256);
}

TEST_CASE("A flow alone through memory is one write, and then one read of another XPU") {
  const auto figures = run({{2, 9, base::Bytes{4096}}}, through(ExchangeWay::shared_memory));
  const auto write = latency_of(2, {2 * 4096, base::Bytes{4096}, memory::Direction::write});
  const auto read = latency_of(9, {2 * 4096, base::Bytes{4096}, memory::Direction::read});
  // The read begins elsewhere in a slot, at either passage of the switch.
  CHECK(real(figures.time) == Approx(real(write + read)).margin(2 * 260 / kBytesPerPs + 2));
  CHECK(figures.accesses == 2);
}

TEST_CASE("An exchange of all with all through the switch is as long as its lanes are busy") {
  constexpr std::int64_t kBytes = 32 << 10;
  const auto figures = run(all_to_all(kBytes), through(ExchangeWay::through_switch));
  const double busy = (kXpus - 1) * (kBytes / 256 * 268) / kBytesPerPs;
  CHECK(real(figures.time) >= busy + 250'000);
  CHECK(real(figures.time) <= 1.05 * busy + 260'000);
  CHECK(figures.delivered.count() == kXpus * (kXpus - 1) * kBytes);
}

// Each XPU writes what it has, and reads a part of what each has: the same accesses, but for what
// an XPU has for itself.
TEST_CASE("An exchange of all with all through memory takes what a reduce-scatter takes") {
  constexpr std::int64_t kBytes = 16 << 10;
  ApplianceCollective collective;
  collective.kind = rounds::CollectiveKind::reduce_scatter;
  collective.bytes = base::Bytes{kBytes * kXpus};
  const auto figures = run(all_to_all(kBytes), through(ExchangeWay::shared_memory, ReadAfter::all));
  const double form = real(closed_form(ideal_appliance(), collective).time);
  CHECK(real(figures.time) > form * (kXpus - 1) / kXpus * 0.95);
  CHECK(real(figures.time) < form * 1.1);
}

TEST_CASE("Each byte of uneven flows is received once, by either way, and runs repeat") {
  const std::vector<Flow> flows = uneven();
  std::int64_t all = 0;
  for (const Flow& flow : flows) all += flow.size.count();
  for (const auto& exchange :
       {through(ExchangeWay::through_switch), through(ExchangeWay::shared_memory),
        through(ExchangeWay::shared_memory, ReadAfter::all)}) {
    const auto once = run(flows, exchange), again = run(flows, exchange);
    CHECK(once.delivered.count() == all);
    CHECK(once.flows == again.flows);
    CHECK(*std::min_element(once.flows.begin(), once.flows.end()) > base::Picoseconds{0});
    CHECK(once.time == *std::max_element(once.flows.begin(), once.flows.end()));
  }
}

TEST_CASE("Who waits for all flows reads none before the last is written") {
  std::vector<Flow> flows = all_to_all(4096);
  flows[7].size = base::Bytes{4 << 20};
  const auto early = run(flows, through(ExchangeWay::shared_memory));
  const auto late = run(flows, through(ExchangeWay::shared_memory, ReadAfter::all));
  // 4 MiB at the rate of the sender's lanes.
  const base::Picoseconds written{static_cast<std::int64_t>((4 << 20) / kBytesPerPs)};
  CHECK(*std::min_element(late.flows.begin(), late.flows.end()) > written);
  CHECK(*std::min_element(early.flows.begin(), early.flows.end()) < written);
  CHECK(early.time < late.time);
}

TEST_CASE("What is cold is read from DDR, and takes longer") {
  ApplianceExchange cold = through(ExchangeWay::shared_memory, ReadAfter::all);
  cold.warm = false;
  const std::vector<Flow> flows = all_to_all(64 << 10);
  CHECK(run(flows, cold).time >
        run(flows, through(ExchangeWay::shared_memory, ReadAfter::all)).time);
}

TEST_CASE("Exchanges that the appliance cannot carry are refused") {
  ApplianceExchange exchange;
  exchange.outstanding = base::Bytes{1024};
  CHECK_THROWS_WITH(run({{0, 1, base::Bytes{1}}}, exchange),
                    Catch::Contains("outstanding: expected at least one access, 4 KiB"));
  CHECK_THROWS_WITH(run({{0, 1, base::Bytes{std::int64_t{1} << 46}}}, ApplianceExchange{}),
                    Catch::Contains("B that XPUs exchange"));
  exchange = {};
  exchange.access = base::Bytes{64};
  CHECK_THROWS_WITH(run({{0, 1, base::Bytes{1'000'000'000}}}, exchange),
                    Catch::Contains("access: expected at most 4000000 accesses"));
}

}  // namespace jacquard::systemc
