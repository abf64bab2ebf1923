// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "systemc/packet/medium.hpp"

namespace jacquard::systemc {

// The ways through the switch of a star: a host at every port, so a packet's flow says by which
// port it comes and goes.
class StarWays {
 public:
  using Queued = Packet;
  static constexpr bool kSwitchesMeet = false;

  explicit StarWays(Medium& medium) : medium_(medium), red_(medium.parameters.red) {}

  std::size_t ports() const { return medium_.uplinks.size(); }
  Wire& in(std::size_t port) const { return medium_.uplinks[port]; }
  Wire& out(std::size_t port) const { return medium_.downlinks[port]; }
  Ps transmit(std::size_t port, Packet packet, Ps now) const {
    return systemc::transmit(medium_, medium_.downlinks[port], packet, now);
  }
  const Marking& red(std::size_t) const { return red_; }

  static Queued queued(Packet packet, std::size_t) { return packet; }
  static Packet& packet_of(Queued& queued) { return queued; }
  std::size_t ingress_of(const Queued& packet) const {
    const Route& route = medium_.routes[packet.flow()];
    return packet.is_data() ? route.source : route.destination;
  }
  template <class BytesAt>
  std::size_t egress_of(Packet packet, const BytesAt&) const {
    const Route& route = medium_.routes[packet.flow()];
    return packet.is_data() ? route.destination : route.source;
  }

 private:
  Medium& medium_;
  Marking red_;
};

}  // namespace jacquard::systemc
