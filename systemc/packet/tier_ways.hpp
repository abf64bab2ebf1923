// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "systemc/packet/medium.hpp"

namespace jacquard::systemc {

// Where a switch stands in its tree. Its ports are the links down, those to the same neighbour side
// by side, then the links up.
struct Tier {
  std::uint64_t number = 0;  // among all switches
  int first_host = 0;        // below it are so many from this one on
  int hosts = 0;
  int hosts_of_neighbour = 1;  // below each neighbour down
  int links_to_neighbour = 1;
  int links_up = 0;
};

// The ways through a switch of a tree: down to the neighbour above the destination if there is one,
// else up by whichever link the routing says.
class TierWays {
 public:
  // By which port a packet came is not known from its flow.
  struct Queued {
    Packet packet;
    std::uint32_t ingress = 0;
  };
  static constexpr bool kSwitchesMeet = true;

  struct Port {
    Wire* in;
    Wire* out;
    bool is_trunk;
  };
  TierWays(Medium& medium, const Tier& tier, std::vector<Port> ports, std::uint64_t seed);

  std::size_t ports() const { return ports_.size(); }
  Wire& in(std::size_t port) const { return *ports_[port].in; }
  Wire& out(std::size_t port) const { return *ports_[port].out; }
  Ps transmit(std::size_t port, Packet packet, Ps now) const {
    const Port& p = ports_[port];
    return p.is_trunk ? transmit_on_trunk(medium_, *p.out, packet, now)
                      : systemc::transmit(medium_, *p.out, packet, now);
  }
  const Marking& red(std::size_t port) const { return ports_[port].is_trunk ? trunk_red_ : red_; }

  static Queued queued(Packet packet, std::size_t ingress) {
    return {packet, static_cast<std::uint32_t>(ingress)};
  }
  static Packet& packet_of(Queued& queued) { return queued.packet; }
  std::size_t ingress_of(const Queued& queued) const { return queued.ingress; }

  // `bytes_at`: what an egress holds now.
  template <class BytesAt>
  std::size_t egress_of(Packet packet, const BytesAt& bytes_at) {
    const Route& route = medium_.routes[packet.flow()];
    const int host = packet.is_data() ? route.destination : route.source;
    const int below = host - tier_.first_host;
    const bool is_below = below >= 0 && below < tier_.hosts;
    const int first =
        is_below ? below / tier_.hosts_of_neighbour * tier_.links_to_neighbour : links_down_;
    const int links = is_below ? tier_.links_to_neighbour : tier_.links_up;
    if (links == 1) return static_cast<std::size_t>(first);
    return static_cast<std::size_t>(first + choose(packet, host, first, links, bytes_at));
  }

 private:
  template <class BytesAt>
  int choose(Packet packet, int host, int first, int links, const BytesAt& bytes_at) {
    switch (routing_) {
      case Routing::ecmp:
        return share(hash(packet), links);
      case Routing::spray:
        return in_turn(turn(packet, host / hosts_of_leaf_), links);
      case Routing::spray_random:
        return share(random_(), links);
      case Routing::adaptive:
        break;
    }
    // Of equal queues the next in turn.
    const int start = in_turn(turn(packet, 0), links);
    int best = start;
    std::int64_t least = bytes_at(static_cast<std::size_t>(first + best));
    for (int k = 1; k < links && least > 0; ++k) {
      const int at = start + k < links ? start + k : start + k - links;
      const std::int64_t bytes = bytes_at(static_cast<std::size_t>(first + at));
      if (bytes < least) {
        least = bytes;
        best = at;
      }
    }
    return best;
  }

  // Of data and ACKs apart: they differ in size.
  std::uint32_t& turn(Packet packet, int leaf) {
    return turns_[2 * static_cast<std::size_t>(leaf) + packet.is_data()];
  }
  static int in_turn(std::uint32_t& turn, int links) {
    if (turn >= static_cast<std::uint32_t>(links)) turn %= static_cast<std::uint32_t>(links);
    return static_cast<int>(turn++);
  }
  // A place among `links`, evenly by the upper half of 64 random bits.
  static int share(std::uint64_t bits, int links) {
    return static_cast<int>((bits >> 32) * static_cast<std::uint64_t>(links) >> 32);
  }
  // Of the two hosts, in the direction that the packet goes (splitmix64's finaliser).
  std::uint64_t hash(Packet packet) const {
    const Route& route = medium_.routes[packet.flow()];
    const std::uint64_t there = std::uint64_t{route.source} << 16 | route.destination;
    const std::uint64_t back = std::uint64_t{route.destination} << 16 | route.source;
    std::uint64_t z = salt_ + (packet.is_data() ? there : back) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  Medium& medium_;
  Tier tier_;
  int links_down_;
  int hosts_of_leaf_;
  Routing routing_;
  std::vector<Port> ports_;
  Marking red_, trunk_red_;
  std::uint64_t salt_;
  base::Rng random_;
  std::vector<std::uint32_t> turns_;  // two for each leaf that packets go to
};

}  // namespace jacquard::systemc
