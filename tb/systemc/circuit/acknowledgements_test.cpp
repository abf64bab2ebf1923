// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/acknowledgements.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/flow.hpp"
#include "systemc/circuit/support.hpp"
#include "systemc/packet/packet_fabric.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::DemandMatrix;
using test::software;

constexpr base::BitsPerSecond kRate{800'000'000'000};

DemandMatrix shifted(int ports, int by, std::int64_t bytes) {
  DemandMatrix demand(ports);
  for (int i = 0; i < ports; ++i) demand.set(i, (i + by) % ports, Bytes{bytes});
  return demand;
}

// Exact bytes, decided at once.
CircuitScenario exact(int ports, bool acks) {
  CircuitConfig config;
  config.charge_acks = acks;
  CircuitScenario s = test::scenario(ports, config);
  s.counting.bits.reset();
  return s;
}

CircuitOutcome run(const DemandMatrix& demand, bool acks) {
  return simulate_circuit(exact(demand.ports(), acks), demand, software("exact", Picoseconds{0}));
}

TEST_CASE("Sixty bytes for every thousand come back, as the payload that weighs as much") {
  DemandMatrix data(3);
  data.set(0, 1, Bytes{1'000});   // 1 packet
  data.set(0, 2, Bytes{2'500});   // 3
  data.set(2, 0, Bytes{10'000});  // 10
  data.set(1, 1, Bytes{1});       // 1, to itself
  const DemandMatrix bare = with_acknowledgements(data, {kRate, Bytes{1'000}, Bytes{0}, Bytes{60}});
  CHECK(bare.at(1, 0) == Bytes{60});
  CHECK(bare.at(0, 1) == Bytes{1'000});
  CHECK(bare.at(2, 0) == Bytes{10'000 + 180});
  CHECK(bare.at(0, 2) == Bytes{2'500 + 600});
  CHECK(bare.at(1, 1) == Bytes{61});
  CHECK(bare.at(2, 1) == Bytes{0});
  // Payload pays headers, acknowledgements do not: 60 x 1,000 / 1,048 = 57.25 and so on, up.
  const Framing framing{kRate, Bytes{1'000}, Bytes{48}, Bytes{60}};
  const DemandMatrix all = with_acknowledgements(data, framing);
  CHECK(all.at(1, 0) == Bytes{58});
  CHECK(all.at(2, 0) == Bytes{10'000 + 172});
  CHECK(all.at(0, 2) == Bytes{2'500 + 573});
  CHECK(framing.acks(2'500) == Bytes{180});
  CHECK(with_acknowledgements(data, {kRate, Bytes{1'000}, Bytes{48}}).row_major().size() == 9);
  CHECK(with_acknowledgements(data, {kRate, Bytes{1'000}, Bytes{48}}).at(1, 0) == Bytes{0});
}

TEST_CASE("A permutation takes its data, a guard, and the acknowledgements the other way") {
  const std::int64_t packets = 16'000;
  const CircuitOutcome with = run(shifted(16, 5, packets * 1'000), true);
  const CircuitOutcome without = run(shifted(16, 5, packets * 1'000), false);
  const Picoseconds acks = base::transfer_time(Bytes{packets * 60}, kRate);
  // To a header, for what of the last frame is not full.
  const std::int64_t more = (with.completion - without.completion).count();
  CHECK(more >= acks.count() + 10'000);
  CHECK(more <= acks.count() + 10'000 + base::transfer_time(Bytes{49}, kRate).count());
  // Whichever of data and acknowledgements the schedule puts first, they are told apart.
  CHECK(with.bytes_delivered == Bytes{16 * packets * 1'000});
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) {
      const Picoseconds finish = with.flow_finish[static_cast<std::size_t>(i * 16 + j)];
      CHECK((finish > Picoseconds{0}) == (j == (i + 5) % 16));
      CHECK(finish <= with.completion);
    }
  }
}

TEST_CASE("Circuits and packets pay the same for acknowledgements") {
  const DemandMatrix demand = shifted(16, 5, 16'000'000);
  PacketConfig packets;
  packets.preset = PacketPreset::pfc_only;
  const auto flows = demand::flows_of(demand);
  const double by_packets =
      static_cast<double>(simulate_packets(packets, flows).completion.count());
  const double by_circuits = static_cast<double>(run(demand, true).completion.count());
  CHECK(by_circuits == Approx(by_packets).epsilon(0.005));
  CHECK(static_cast<double>(run(demand, false).completion.count()) < 0.96 * by_packets);
}

TEST_CASE("Where nothing else goes the other way, acknowledgements cost an incast nothing") {
  DemandMatrix demand(16);
  for (int i = 1; i < 16; ++i) demand.set(i, 0, Bytes{1'000'000});
  const CircuitOutcome with = run(demand, true);
  const Picoseconds data = run(demand, false).completion;
  CHECK(with.completion >= data);
  CHECK(with.completion <= data + Picoseconds{15 * 10'000});  // settings of the acknowledgements
  CHECK(with.bytes_delivered == demand.total());
}

TEST_CASE("Data of a pair go before its acknowledgements, and finish before them") {
  DemandMatrix demand(2);
  demand.set(0, 1, Bytes{1'000});
  demand.set(1, 0, Bytes{1'000'000});
  const CircuitScenario s = exact(2, true);
  const CircuitOutcome out = simulate_circuit(s, demand, software("exact", Picoseconds{0}));
  const Picoseconds decided = s.parameters.report_latency + s.parameters.grant_latency;
  const Picoseconds way{500'000};
  // One circuit each way: 0 to 1 is done after a packet, and acknowledges for the rest.
  CHECK(out.flow_finish[1] == decided + base::transfer_time(Bytes{1'048}, kRate) + way);
  CHECK(out.flow_finish[2] == decided + base::transfer_time(Bytes{1'048'000}, kRate) + way);
  CHECK(out.completion >= out.flow_finish[2]);
}

TEST_CASE("Sizes that no count holds are refused, and never wrap") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const Framing huge{kRate, Bytes{1}, Bytes{1 << 20}, Bytes{1 << 20}};
  CHECK(huge.wire(demand::kMaxEntry.count()).count() == most);
  CHECK(huge.acks(demand::kMaxEntry.count()).count() == most);
  CHECK(huge.time(most).count() == most);
  DemandMatrix demand(2);
  demand.set(0, 1, demand::kMaxEntry);
  CHECK_THROWS_WITH(with_acknowledgements(demand, {kRate, Bytes{1}, Bytes{0}, Bytes{60}}),
                    Catch::Contains("charge_acks"));
  CircuitConfig config;
  LinkConfig basics;
  basics.ports = 2;
  basics.mtu = Bytes{1};
  basics.header = Bytes{1 << 20};
  CircuitScenario s;
  s.parameters = resolve(config, basics, {}, 1);
  CHECK_THROWS_AS(simulate_circuit(s, demand, software("exact", Picoseconds{0})),
                  base::ConfigError);
}

}  // namespace
}  // namespace jacquard::systemc
