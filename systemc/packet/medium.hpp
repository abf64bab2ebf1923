// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/demand/flow.hpp"
#include "systemc/packet/early_packets.hpp"
#include "systemc/packet/packet.hpp"
#include "systemc/packet/packet_config.hpp"
#include "systemc/packet/ring.hpp"

namespace jacquard::systemc {

inline constexpr std::int64_t kPauseFrameBytes = 64;

struct Wire {
  Ring<Travelling> packets;  // in the order in which they will arrive
  std::int64_t bytes = 0;
  Ps busy = 0;
  Ps paused = 0;
};

// RED as an egress asks for it.
struct Marking {
  explicit Marking(const RedParameters& red);

  bool enabled;
  std::int64_t kmin, kmax;
  double slope;  // probability per byte above kmin
};

// What hosts and switches share: the links between them, and what packets weigh and where they go.
struct Medium {
  // Throws ConfigError for a flow whose ports do not exist or that has too many packets.
  Medium(const PacketParameters& parameters, base::Span<const demand::Flow> flows);

  std::int64_t wire_bytes(Packet p) const {
    return p.kind() == PacketKind::tail ? routes[p.flow()].tail_bytes
                                        : base::at(bytes_of_kind, p.kind());
  }
  // Time a packet takes onto a link.
  Ps wire_time(Packet p) const {
    return p.kind() == PacketKind::tail ? time_of_bytes(routes[p.flow()].tail_bytes)
                                        : base::at(time_of_kind, p.kind());
  }
  // At least 1 ps, so that time always passes.
  Ps time_of_bytes(std::int64_t bytes) const;
  // The same onto a link between switches.
  Ps trunk_time(Packet p) const {
    return p.kind() == PacketKind::tail
               ? time_at(routes[p.flow()].tail_bytes, parameters.tiers.rate)
               : base::at(trunk_time_of_kind, p.kind());
  }
  // Nothing that begins to be sent now arrives sooner than this: within so long a time hosts and
  // switches cannot influence each other.
  Ps lookahead() const;
  // And a link carries no more than this.
  std::int64_t most_bytes_in_window() const;
  bool has_tiers() const { return parameters.tiers.leaves > 0; }

  PacketParameters parameters;
  std::array<std::int64_t, kPacketKinds> bytes_of_kind{};  // tail: of the shortest possible
  std::array<Ps, kPacketKinds> time_of_kind{};
  std::array<Ps, kPacketKinds> trunk_time_of_kind{};  // between switches
  std::vector<Route> routes;                          // per flow
  std::vector<EarlyPackets> early;                    // per flow; none where packets keep order
  std::vector<Wire> uplinks;                          // from host to switch, per port
  std::vector<Wire> downlinks;                        // and back
  std::vector<std::uint32_t> finished;                // flows, since somebody last looked
  std::vector<Wire> rising, falling;                  // between switches, see Tiers

 private:
  static Ps time_at(std::int64_t bytes, base::BitsPerSecond rate) {
    return std::max<Ps>(1, base::transfer_time(base::Bytes{bytes}, rate).count());
  }
};

// Puts a packet onto a link that is free now. Returns when the link is free again.
inline Ps transmit(const Medium& medium, Wire& link, Packet packet, Ps now) {
  const Ps time = medium.wire_time(packet);
  link.bytes += medium.wire_bytes(packet);
  link.busy += time;
  link.packets.push({now + time + medium.parameters.link_delay.count(), packet});
  return now + time;
}
// And onto one between switches.
inline Ps transmit_on_trunk(const Medium& medium, Wire& link, Packet packet, Ps now) {
  const Ps time = medium.trunk_time(packet);
  link.bytes += medium.wire_bytes(packet);
  link.busy += time;
  link.packets.push({now + time + medium.parameters.tiers.link_delay.count(), packet});
  return now + time;
}

}  // namespace jacquard::systemc
