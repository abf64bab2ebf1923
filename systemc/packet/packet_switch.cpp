// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/packet_switch.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"
#include "systemc/packet/star_ways.hpp"
#include "systemc/packet/tier_ways.hpp"

namespace jacquard::systemc {
namespace {

constexpr std::size_t kAhead = 12;  // arrivals, to fetch what they need in time

Ps front_of(const Ring<Travelling>& packets) {
  return packets.empty() ? kNever : packets.front().arrival;
}

}  // namespace

template <class Ways>
PacketSwitch<Ways>::PacketSwitch(Medium& medium, Ways ways, const MemoryParameters& memory,
                                 const Random& random)
    : medium_(medium),
      ways_(std::move(ways)),
      memory_(memory),
      order_(2 * memory.ports),
      most_bytes_in_window_(medium.most_bytes_in_window()),
      in_data_class_{true, true, true, true, false, false},
      red_numbers_(random.red_numbers) {
  for (std::size_t port = 0; port < ways_.ports(); ++port) {
    egresses_.emplace_back(base::Rng(random.seed, "red", random.first_port + port));
  }
  const bool overtake = medium.parameters.ack_class == AckClass::priority;
  if (overtake) in_data_class_[2] = in_data_class_[3] = false;
}

template <class Ways>
Ps PacketSwitch<Ways>::next() const {
  Ps soonest = kNever;
  for (std::size_t port = 0; port < egresses_.size(); ++port) {
    soonest = std::min(soonest, front_of(ways_.in(port).packets));
    if (!egresses_[port].is_idle()) soonest = std::min(soonest, egresses_[port].free_at);
  }
  return soonest;
}

template <class Ways>
void PacketSwitch<Ways>::run(Ps until, bool in_order) {
  ordered_ = in_order || !memory_.is_calm(most_bytes_in_window_) ||
             medium_.lookahead() > WindowArrivals::kLongestWindow;
  ordered_ ? run_in_order(until) : run_calm(until);
}

template <class Ways>
void PacketSwitch<Ways>::run_calm(Ps until) {
  const std::size_t ports = egresses_.size();
  Ps start = until;
  for (std::size_t port = 0; port < ports; ++port) {
    start = std::min(start, front_of(ways_.in(port).packets));
  }
  arrivals_.begin(start);
  for (std::size_t port = 0; port < ports; ++port) {
    auto& packets = ways_.in(port).packets;
    while (front_of(packets) < until) {
      arrivals_.add(static_cast<std::uint32_t>(port), packets.pop());
    }
  }
  const std::vector<WindowArrivals::Arrival>& arrivals = arrivals_.in_order();
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    // Of many flows, their routes are in no cache.
    if (i + kAhead < arrivals.size()) {
      __builtin_prefetch(&medium_.routes[arrivals[i + kAhead].packet.flow()]);
    }
    arrive(arrivals[i].port, arrivals[i].packet, arrivals_.time_of(arrivals[i]));
  }
  for (std::size_t port = 0; port < ports; ++port) depart_before(port, until);
}

template <class Ways>
void PacketSwitch<Ways>::run_in_order(Ps until) {
  const auto ports = static_cast<int>(egresses_.size());
  for (int port = 0; port < ports; ++port) {
    const Egress& egress = base::at(egresses_, port);
    order_.set(port, front_of(ways_.in(static_cast<std::size_t>(port)).packets));
    order_.set(ports + port, egress.is_idle() ? kNever : egress.free_at);
  }
  while (order_.time() < until) {
    const Ps now = order_.time();
    const int player = order_.player();
    if (player < ports) {
      auto& packets = ways_.in(static_cast<std::size_t>(player)).packets;
      const Packet packet = packets.pop().packet;
      order_.set(player, front_of(packets));
      arrive(static_cast<std::size_t>(player), packet, now);
    } else {
      depart(static_cast<std::size_t>(player - ports), now);
    }
  }
}

template <class Ways>
void PacketSwitch<Ways>::arrive(std::size_t port, Packet packet, Ps now) {
  ++counts_.events;
  last_ = now;
  if constexpr (Ways::kSwitchesMeet) {
    if (packet.kind() >= PacketKind::pause) {
      return set_paused(port, packet.kind() == PacketKind::pause, now);
    }
  }
  const std::size_t out = ways_.egress_of(packet, [&](std::size_t candidate) {
    if (!ordered_) depart_before(candidate, now);
    return egresses_[candidate].bytes;
  });
  Egress& egress = egresses_[out];
  if (!ordered_) depart_before(out, now);
  if (in_data_class(packet.kind())) {
    const std::int64_t bytes = medium_.wire_bytes(packet);
    const int in = static_cast<int>(port);
    if (!memory_.admit(in, bytes)) {
      ++counts_.drops;
      return;
    }
    if (ordered_ && memory_.should_pause(in)) {
      memory_.set_paused(in, true);
      ++counts_.pauses;
      send_frame(port, PacketKind::pause, now);
    }
    egress.bytes += bytes;
    counts_.largest_queue = std::max(counts_.largest_queue, egress.bytes);
    egress.data.push(Ways::queued(packet, port));
    if (Ways::kSwitchesMeet && egress.is_idle()) return;  // it is paused
  } else {
    egress.control.push(packet);
  }
  depart_or_wait(out, now);
}

// Of an egress that is not idle.
template <class Ways>
void PacketSwitch<Ways>::depart_or_wait(std::size_t port, Ps now) {
  const Ps free_at = egresses_[port].free_at;
  if (now > free_at) {
    depart(port, now);
  } else if (ordered_) {
    order_.set(static_cast<int>(egresses_.size() + port), free_at);
  }
}

// What is being sent is finished.
template <class Ways>
void PacketSwitch<Ways>::set_paused(std::size_t port, bool paused, Ps now) {
  Egress& egress = egresses_[port];
  if (!ordered_) depart_before(port, now);
  const bool was = egress.paused_since != kNever;
  if (paused == was) return;
  if (was) ways_.out(port).paused += now - egress.paused_since;
  egress.paused_since = paused ? now : kNever;
  if (egress.is_idle()) {
    if (ordered_) order_.set(static_cast<int>(egresses_.size() + port), kNever);
  } else {
    depart_or_wait(port, now);
  }
}

template <class Ways>
void PacketSwitch<Ways>::depart_before(std::size_t port, Ps until) {
  Egress& egress = egresses_[port];
  while (egress.free_at < until && !egress.is_idle()) depart(port, egress.free_at);
}

// Sends the next packet of an egress that is not empty and whose link is free.
template <class Ways>
void PacketSwitch<Ways>::depart(std::size_t port, Ps now) {
  ++counts_.events;
  Egress& egress = egresses_[port];
  const bool is_control = !egress.control.empty();
  auto queued = is_control ? Ways::queued(egress.control.pop(), 0) : egress.data.pop();
  Packet& packet = Ways::packet_of(queued);
  if (!is_control) {
    egress.bytes -= medium_.wire_bytes(packet);
    if (packet.is_data() && is_marked(port)) packet.mark();
  }
  egress.free_at = ways_.transmit(port, packet, now);
  if (ordered_) {
    order_.set(static_cast<int>(egresses_.size() + port),
               egress.is_idle() ? kNever : egress.free_at);
  }
  if (is_control) return;
  const std::size_t in = ways_.ingress_of(queued);
  memory_.release(static_cast<int>(in), medium_.wire_bytes(packet));
  if (ordered_ && memory_.should_resume(static_cast<int>(in))) {
    memory_.set_paused(static_cast<int>(in), false);
    send_frame(in, PacketKind::resume, now);
  }
}

template <class Ways>
void PacketSwitch<Ways>::send_frame(std::size_t port, PacketKind kind, Ps now) {
  egresses_[port].control.push(Packet(kind, 0, 0));
  depart_or_wait(port, now);
}

template <class Ways>
bool PacketSwitch<Ways>::is_marked(std::size_t port) {
  const Marking& red = ways_.red(port);
  Egress& egress = egresses_[port];
  if (!red.enabled || egress.bytes <= red.kmin) return false;
  if (egress.bytes > red.kmax) return true;
  return red_number(egress) < red.slope * static_cast<double>(egress.bytes - red.kmin);
}

template <class Ways>
double PacketSwitch<Ways>::red_number(Egress& egress) {
  if (red_numbers_.empty()) return egress.red.uniform();
  return red_numbers_[red_numbers_used_++ % red_numbers_.size()];
}

template class PacketSwitch<StarWays>;
template class PacketSwitch<TierWays>;

}  // namespace jacquard::systemc
