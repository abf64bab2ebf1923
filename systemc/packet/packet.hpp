// SPDX-License-Identifier: Apache-2.0
// What moves in the packet fabric, small enough for four to a cache line.
#pragma once

#include <cstdint>
#include <limits>

namespace jacquard::systemc {

// Within the packet simulator a time is a bare count of picoseconds.
using Ps = std::int64_t;
inline constexpr Ps kNever = std::numeric_limits<Ps>::max();
// A run is ended after a million seconds, so that no sum of times overflows.
inline constexpr Ps kLongestRun = 1'000'000'000'000'000'000;

enum class PacketKind : std::uint32_t {
  data,  // a full packet
  tail,  // a flow's last and shorter one
  ack,   // every packet before `sequence` has come
  nack,  // and the one of `sequence` is missing
  pause,
  resume,
};
inline constexpr int kPacketKinds = 6;
inline constexpr std::uint32_t kMostPacketsOfFlow = std::uint32_t{1} << 31;

// What a queue holds. `sequence` counts packets of the flow.
struct Packet {
  static constexpr std::uint32_t kMarkBit = 8;

  Packet() = default;
  Packet(PacketKind kind, std::uint32_t flow, std::uint32_t number)
      : flow_and_kind(flow << 4 | static_cast<std::uint32_t>(kind)), sequence(number) {}

  PacketKind kind() const { return static_cast<PacketKind>(flow_and_kind & 7); }
  std::uint32_t flow() const { return flow_and_kind >> 4; }
  bool is_data() const { return kind() <= PacketKind::tail; }
  // Congestion experienced; on an ACK, that it is also a CNP.
  bool marked() const { return (flow_and_kind & kMarkBit) != 0; }
  void mark() { flow_and_kind |= kMarkBit; }

  std::uint32_t flow_and_kind = 0;
  std::uint32_t sequence = 0;
};

// What a link holds.
struct Travelling {
  Ps arrival = 0;
  Packet packet;
};
static_assert(sizeof(Travelling) == 16, "four to a cache line");

// Where a flow's packets go: its data from source to destination, its ACKs back.
struct Route {
  std::uint16_t source = 0;
  std::uint16_t destination = 0;
  std::uint32_t tail_bytes = 0;  // of its last packet on the wire
};

}  // namespace jacquard::systemc
