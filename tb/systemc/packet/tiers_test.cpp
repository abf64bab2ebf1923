// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "systemc/packet/early_packets.hpp"
#include "systemc/packet/packet_fabric.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using Flows = std::vector<demand::Flow>;

constexpr std::int64_t kPacket = 10'480;  // ps of 1,048 bytes at 800 Gb/s
constexpr std::int64_t kDelay = 250'000;  // of a link

PacketConfig tiers(int ports, int leaves, PacketPreset preset = PacketPreset::pfc_only) {
  PacketConfig c;
  c.ports = ports;
  c.preset = preset;
  c.tiers.leaves = leaves;
  return c;
}

Flows mixture(int ports, int count, std::uint64_t seed) {
  base::Rng random(seed, "flows of a test");
  Flows flows;
  for (int i = 0; i < count; ++i) {
    const auto port = [&] { return static_cast<int>(random.between(0, ports - 1)); };
    const int to = random.chance(0.3) ? 0 : port();
    flows.push_back({port(), to, Bytes{random.between(0, 600'000)},
                     Picoseconds{random.between(0, 20) * 1'000'000}});
  }
  return flows;
}

bool same(const PacketOutcome& a, const PacketOutcome& b) {
  return a.flow_finish == b.flow_finish && a.marked == b.marked && a.rate_cuts == b.rate_cuts &&
         a.pauses == b.pauses && a.drops == b.drops && a.events == b.events && a.early == b.early &&
         a.largest_queue == b.largest_queue;
}

// Each leaf's hosts send to hosts of the next leaf, in an order of that leaf's own.
Flows permutation(int ports, int leaves, std::int64_t bytes) {
  Flows flows;
  const int hosts = ports / leaves;
  for (int leaf = 0; leaf < leaves; ++leaf) {
    base::Rng random(1, "permutation", static_cast<std::uint64_t>(leaf));
    const std::vector<int> order = random.permutation(hosts);
    for (int i = 0; i < hosts; ++i) {
      const int to = (leaf + 1) % leaves * hosts + order[static_cast<std::size_t>(i)];
      flows.push_back({leaf * hosts + i, to, Bytes{bytes}});
    }
  }
  return flows;
}

std::int64_t most_bytes(const std::vector<PacketLink>& links) {
  std::int64_t most = 0;
  for (const PacketLink& l : links) most = std::max(most, l.bytes.count());
  return most;
}
std::int64_t all_bytes(const std::vector<PacketLink>& links) {
  std::int64_t sum = 0;
  for (const PacketLink& l : links) sum += l.bytes.count();
  return sum;
}

constexpr Routing kRoutings[] = {Routing::ecmp, Routing::spray, Routing::spray_random,
                                 Routing::adaptive};

}  // namespace

TEST_CASE("a single leaf is a star, to the picosecond and the byte") {
  const Flows flows = mixture(16, 60, 3);
  for (const PacketPreset preset : {PacketPreset::dcqcn_hpcc, PacketPreset::dcqcn_paper,
                                    PacketPreset::dcqcn_hpcc_vwin, PacketPreset::pfc_only}) {
    for (const std::int64_t buffer : {0, 4}) {
      PacketConfig c = tiers(16, 0, preset);
      if (buffer > 0) c.buffer = Bytes{buffer << 20};
      if (buffer > 0) c.pfc.shift = 3;
      const PacketOutcome star = simulate_packets(c, flows);
      c.tiers.leaves = 1;
      CHECK(same(star, simulate_packets(c, flows)));
    }
  }
}

// Store and forward: each of three switches adds a packet's time, each of four links its delay.
TEST_CASE("a flow over three switches takes the closed form to the picosecond") {
  PacketConfig c = tiers(8, 2);
  const Flows flows = {{0, 7, Bytes{100'000}}, {1, 2, Bytes{100'000}}};
  const PacketOutcome plain = simulate_packets(c, flows);
  CHECK(plain.flow_finish[0].count() == (100 + 3) * kPacket + 4 * kDelay);
  CHECK(plain.flow_finish[1].count() == (100 + 1) * kPacket + 2 * kDelay);
  // Links between switches of half the rate are passed one packet after the other.
  c.tiers.uplink_rate = base::BitsPerSecond{400'000'000'000};
  c.tiers.uplink_delay = Picoseconds{70'000};
  const PacketOutcome slower = simulate_packets(c, flows);
  CHECK(slower.flow_finish[0].count() ==
        2 * kPacket + (100 + 1) * 2 * kPacket + 2 * kDelay + 2 * 70'000);
  CHECK(slower.flow_finish[1] == plain.flow_finish[1]);
}

TEST_CASE("K senders of other leaves to one host take the closed form, whatever the routing") {
  for (const Routing routing : kRoutings) {
    PacketConfig c = tiers(64, 8);
    c.tiers.routing = routing;
    Flows flows;
    for (int k = 1; k <= 7; ++k) flows.push_back({8 * k, 0, Bytes{400'000}});
    const PacketOutcome o = simulate_packets(c, flows);
    CHECK(o.completion.count() == (7 * 400 + 3) * kPacket + 4 * kDelay);
    CHECK(o.drops == 0);
  }
}

// The busiest link between switches carries m flows and never waits: m of their sizes.
TEST_CASE("a permutation under ECMP takes as long as the flows that share the busiest link") {
  PacketConfig c = tiers(64, 8, PacketPreset::ideal_output_queued);
  const Flows flows = permutation(64, 8, 1'000'000);
  const PacketOutcome o = simulate_packets(c, flows);
  const std::int64_t flow = 1'000 * 1'048;
  const std::int64_t most = std::max(most_bytes(o.rising), most_bytes(o.falling)) / flow;
  CHECK(most >= 3);
  CHECK(o.early == 0);
  // ACKs of the other direction take 60 of each 1,048 bytes.
  const double least = static_cast<double>(most * 1'000 * kPacket);
  CHECK(static_cast<double>(o.completion.count()) > least);
  CHECK(static_cast<double>(o.completion.count()) < 1.07 * least + 4 * kDelay);
}

TEST_CASE("packets that take all uplinks in turn do not meet: a permutation takes a flow's time") {
  for (const Routing routing : {Routing::spray, Routing::adaptive}) {
    PacketConfig c = tiers(64, 8);
    c.tiers.routing = routing;
    const PacketOutcome o = simulate_packets(c, permutation(64, 8, 1'000'000));
    const double alone = (1'000 + 3) * kPacket + 4 * kDelay;
    CHECK(static_cast<double>(o.completion.count()) < 1.07 * alone);
    CHECK(o.bytes_delivered.count() == 64 * 1'000'000);
    CHECK(o.data_packets == 64 * 1'000);
    CHECK(o.bytes_resent.count() == 0);
  }
}

TEST_CASE("half the uplinks take twice as long when no hash is unlucky") {
  PacketConfig c = tiers(64, 8, PacketPreset::ideal_output_queued);
  c.tiers.routing = Routing::spray;
  c.tiers.spines = 2;
  c.tiers.uplinks = 2;
  const PacketOutcome o = simulate_packets(c, permutation(64, 8, 1'000'000));
  CHECK(static_cast<double>(o.completion.count()) / (2 * 1'000 * kPacket) ==
        Approx(1.06).margin(0.05));
}

TEST_CASE("every byte rises once and falls once, and with PFC none is dropped on the way") {
  for (const Routing routing : kRoutings) {
    PacketConfig c = tiers(32, 4);
    c.tiers.routing = routing;
    c.tiers.spines = 4;
    c.buffer = Bytes{3 << 20};
    const Flows flows = mixture(32, 200, 5);
    const PacketOutcome o = simulate_packets(c, flows);
    std::int64_t all = 0, between = 0;
    for (const demand::Flow& f : flows) {
      const std::int64_t packets = (f.size.count() + 999) / 1'000;
      all += f.size.count();
      if (f.source / 8 != f.destination / 8) between += f.size.count() + packets * (48 + 60);
    }
    CHECK(o.drops == 0);
    CHECK(o.pauses > 0);
    CHECK(o.bytes_delivered.count() == all);
    // Pause frames of 64 bytes are the rest.
    std::int64_t paused = 0;
    for (const PacketLink& l : o.rising) paused += l.paused.count();
    CHECK(paused > 0);
    CHECK((all_bytes(o.rising) - between) % 64 == 0);
    CHECK((all_bytes(o.falling) - between) % 64 == 0);
    CHECK(all_bytes(o.rising) + all_bytes(o.falling) - 2 * between <= 64 * 2 * o.pauses);
    CHECK((o.early > 0) == (routing != Routing::ecmp));
  }
}

TEST_CASE("the order in which switches and hosts get their turn changes nothing") {
  for (const Routing routing : kRoutings) {
    for (const std::int64_t buffer : {0, 3}) {
      PacketConfig c = tiers(16, 4, PacketPreset::dcqcn_hpcc);
      c.tiers.routing = routing;
      c.tiers.spines = 2;
      if (buffer > 0) c.buffer = Bytes{buffer << 20};
      const Flows flows = mixture(16, 60, 9);
      const PacketOutcome plain = simulate_packets(c, flows);
      for (std::uint64_t order = 1; order <= 2; ++order) {
        PacketRunOptions options;
        options.event_order = order;
        CHECK(same(plain, simulate_packets(c, flows, options)));
      }
    }
  }
}

TEST_CASE("sprayed packets that a full switch drops are sent again until all have come") {
  PacketConfig c = tiers(16, 4);
  c.tiers.routing = Routing::spray_random;
  c.pfc.enabled = false;
  c.buffer = Bytes{1'000'000};
  c.retransmit_timeout = Picoseconds{50'000'000};
  Flows flows;
  for (int i = 4; i < 16; ++i) flows.push_back({i, 0, Bytes{100'000}});
  const PacketOutcome o = simulate_packets(c, flows);
  CHECK(o.drops > 0);
  CHECK(o.data_packets == 12 * 100);
  CHECK(o.bytes_delivered.count() == 12 * 100'000);
}

TEST_CASE("early packets are those of a set, through any growth") {
  base::Rng random(4, "early packets");
  EarlyPackets early;
  std::set<std::uint32_t> set;
  std::uint32_t expected = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto ahead = static_cast<std::uint32_t>(1 + random.below(random.chance(0.01) ? 400 : 8));
    REQUIRE(early.add(expected + ahead, expected) == set.insert(expected + ahead).second);
    if (!random.chance(0.3)) continue;
    expected = early.take_from(expected + 1);
    std::uint32_t next = *set.begin() <= expected ? *set.begin() : expected;
    while (set.erase(next) == 1) ++next;
    REQUIRE(next == expected);
  }
}

TEST_CASE("tiers that cannot be are refused") {
  PacketConfig c = tiers(16, 3);
  CHECK_THROWS_WITH(resolve(c), Catch::Contains("/fabric/leaves") && Catch::Contains("divisor"));
  c = tiers(16, 0);
  c.tiers.spines = 2;
  CHECK_THROWS_WITH(resolve(c),
                    Catch::Contains("/fabric/spines") && Catch::Contains("leaves is 0"));
  c = tiers(64, 2);
  c.device = "tomahawk2";  // of 100 Gb/s
  CHECK_THROWS_WITH(resolve(c), Catch::Contains("/fabric/device"));
}

}  // namespace jacquard::systemc
