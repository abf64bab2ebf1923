// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/host.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace jacquard::systemc {
namespace {

constexpr Ps kPacketTime = 10'480;  // 1,048 bytes at 800 Gb/s
constexpr Ps kAckTime = 600;
constexpr Ps kDelay = 250'000;

// Host 0 of two, and the far ends of its links in the test's hands.
struct Bench {
  Bench(const PacketConfig& config, const std::vector<demand::Flow>& flows)
      : medium(resolve(config), flows),
        senders(flows.size()),
        receivers(flows.size()),
        host(medium, senders, receivers, 0, false) {
    for (std::size_t i = 0; i < flows.size(); ++i) {
      senders[i].size = flows[i].size.count();
      senders[i].packets = static_cast<std::uint32_t>(senders[i].size / 1'000);
      senders[i].gap = kPacketTime;
      senders[i].rate = RateMachine(medium.parameters.dcqcn);
      receivers[i].packets = senders[i].packets;
      if (flows[i].source == 0) {
        host.add_flow(static_cast<std::uint32_t>(i), flows[i].start.count());
      }
    }
  }

  void give(Ps at, Packet packet) { medium.downlinks[0].packets.push({at, packet}); }
  // What the host has begun to send before `until`, with the time it began.
  std::vector<Travelling> sent(Ps until) {
    host.run(until);
    std::vector<Travelling> all;
    while (!medium.uplinks[0].packets.empty()) {
      Travelling t = medium.uplinks[0].packets.pop();
      t.arrival -= medium.wire_time(t.packet) + kDelay;
      all.push_back(t);
    }
    return all;
  }

  Medium medium;
  std::vector<Sender> senders;
  std::vector<Receiver> receivers;
  Host host;
};

PacketConfig two_hosts(AckClass ack_class = AckClass::data) {
  PacketConfig c;
  c.ports = 2;
  c.ack_class = ack_class;
  return c;
}

demand::Flow flow(int source, int packets, Ps start = 0) {
  return {source, 1 - source, base::Bytes{packets * 1'000}, base::Picoseconds{start}};
}

Packet data(std::uint32_t number, std::uint32_t of = 0, bool marked = false) {
  Packet p(PacketKind::data, of, number);
  if (marked) p.mark();
  return p;
}

std::vector<std::uint32_t> sequences(const std::vector<Travelling>& packets) {
  std::vector<std::uint32_t> all;
  for (const Travelling& t : packets) all.push_back(t.packet.sequence);
  return all;
}

using Numbers = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("a NACK makes the sender go back, an ACK before its end does not") {
  Bench bench(two_hosts(), {flow(0, 100)});
  CHECK(sequences(bench.sent(4 * kPacketTime)) == Numbers{0, 1, 2, 3});
  bench.give(4 * kPacketTime + 1, Packet(PacketKind::nack, 0, 2));
  bench.give(6 * kPacketTime + 1, Packet(PacketKind::ack, 0, 3));
  CHECK(sequences(bench.sent(8 * kPacketTime)) == Numbers{4, 2, 3, 4});
  CHECK(bench.senders[0].acked == 3);
}

TEST_CASE("a pause holds data back from its arrival on, what is being sent is finished") {
  Bench bench(two_hosts(), {flow(0, 100)});
  bench.give(15'000, Packet(PacketKind::pause, 0, 0));
  bench.give(90'000, Packet(PacketKind::resume, 0, 0));
  const auto sent = bench.sent(100'000);
  CHECK(sequences(sent) == Numbers{0, 1, 2});
  CHECK(sent[1].arrival == kPacketTime);
  CHECK(sent[2].arrival == 90'000);
  CHECK(bench.medium.uplinks[0].paused == 75'000);
}

TEST_CASE("ACKs go before data; a pause holds those of the data class only") {
  for (const AckClass ack_class : {AckClass::data, AckClass::priority}) {
    Bench bench(two_hosts(ack_class), {flow(0, 100), flow(1, 100)});
    bench.give(1'000, data(0, 1));
    bench.give(2'000, Packet(PacketKind::pause, 0, 0));
    bench.give(30'000, data(1, 1));
    bench.give(50'000, Packet(PacketKind::resume, 0, 0));
    const auto sent = bench.sent(52'000);
    const bool waits = ack_class == AckClass::data;
    REQUIRE(sent.size() == 4);
    CHECK(sent[0].packet.kind() == PacketKind::data);
    CHECK(sent[1].packet.kind() == PacketKind::ack);
    CHECK(sent[1].arrival == (waits ? 50'000 : kPacketTime));
    CHECK(sent[2].packet.kind() == PacketKind::ack);
    CHECK(sent[2].arrival == (waits ? 50'000 + kAckTime : 30'000));
    CHECK(sent[3].packet.kind() == PacketKind::data);
    CHECK(sent[3].arrival == (waits ? 50'000 + 2 * kAckTime : 50'000));
  }
}

TEST_CASE("a gap is NACKed once per missing packet and 500 us, and duplicates are not answered") {
  Bench bench(two_hosts(), {flow(1, 100)});
  Ps at = 0;
  for (const std::uint32_t number : {0u, 2u, 3u, 0u, 1u, 2u, 4u})
    bench.give(at += 100'000, data(number));
  bench.give(at += 500'000'000, data(6));
  bench.give(at += 1'000, data(7));
  const auto sent = bench.sent(at + 100'000);
  std::vector<PacketKind> kinds;
  for (const Travelling& t : sent) kinds.push_back(t.packet.kind());
  const auto ack = PacketKind::ack;
  const auto nack = PacketKind::nack;
  CHECK(kinds == std::vector<PacketKind>{ack, nack, ack, ack, nack, nack});
  CHECK(sequences(sent) == Numbers{1, 1, 2, 3, 3, 3});
  CHECK(bench.host.counts().delivered == 3);
}

TEST_CASE("every ACK of a marked packet is a CNP, or one per interval") {
  for (const Ps interval : {0, 50'000'000}) {
    PacketConfig config = two_hosts();
    config.dcqcn.cnp_interval = base::Picoseconds{interval};
    Bench bench(config, {flow(1, 100)});
    for (std::uint32_t i = 0; i < 8; ++i) bench.give(1 + i * 10'000'000, data(i, 0, i != 3));
    std::vector<bool> cnp;
    for (const Travelling& t : bench.sent(100'000'000)) cnp.push_back(t.packet.marked());
    if (interval == 0) {
      CHECK(cnp == std::vector<bool>{true, true, true, false, true, true, true, true});
    } else {
      CHECK(cnp == std::vector<bool>{true, false, false, false, false, true, false, false});
    }
  }
}

// The habit of the ns-3 line: flow 0 may send again at 1,000 ns and the NIC has set its alarm for
// then; flow 1 comes at 100 ns, sends, and may send again at 150 ns, but nobody looks before the
// alarm, unless an ACK comes.
TEST_CASE("a NIC whose flows all wait looks again when it first meant to, or when an ACK comes") {
  for (const bool with_ack : {false, true}) {
    Bench bench(two_hosts(), {flow(0, 100), flow(0, 100, 100'000)});
    bench.senders[0].gap = 1'000'000;
    bench.senders[1].gap = 50'000;
    if (with_ack) bench.give(400'000, Packet(PacketKind::ack, 1, 1));
    const auto sent = bench.sent(1'005'000);
    REQUIRE(sent.size() == (with_ack ? 4 : 3));
    CHECK(sent[0].arrival == 0);
    CHECK(sent[1].arrival == 100'000);
    CHECK(sent[2].arrival == (with_ack ? 400'000 : 1'000'000));
    CHECK(sent[2].packet.flow() == (with_ack ? 1 : 0));
    if (with_ack) CHECK(sent[3].arrival == 1'000'000);
  }
}

TEST_CASE("a window holds a flow back until enough of it is acknowledged") {
  PacketConfig config = two_hosts();
  Bench bench(config, {flow(0, 100)});
  bench.senders[0].window = 2'500;
  CHECK(sequences(bench.sent(1'000'000)) == Numbers{0, 1, 2});
  bench.give(1'000'000, Packet(PacketKind::ack, 0, 1));
  CHECK(sequences(bench.sent(2'000'000)) == Numbers{3});
  bench.give(2'000'000, Packet(PacketKind::ack, 0, 4));
  CHECK(sequences(bench.sent(3'000'000)) == Numbers{4, 5, 6});
}

}  // namespace jacquard::systemc
