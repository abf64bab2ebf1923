// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/packet_switch.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::systemc {
namespace {

Ps front_of(const Ring<Travelling>& packets) {
  return packets.empty() ? kNever : packets.front().arrival;
}

}  // namespace

PacketSwitch::PacketSwitch(Medium& medium, std::uint64_t seed, base::Span<const double> red_numbers)
    : medium_(medium),
      memory_(medium.parameters.memory),
      arrivals_(medium.parameters.ports),
      order_(2 * medium.parameters.ports),
      in_data_class_{true, true, true, true, false, false},
      red_numbers_(red_numbers) {
  const PacketParameters& p = medium.parameters;
  for (int port = 0; port < p.ports; ++port) {
    egresses_.emplace_back(base::Rng(seed, "red", static_cast<std::uint64_t>(port)));
  }
  if (p.ack_class == AckClass::priority) in_data_class_[2] = in_data_class_[3] = false;
  most_bytes_in_window_ =
      base::bytes_carried(base::Picoseconds{medium.lookahead()}, p.rate).count() +
      2 * *std::max_element(medium.bytes_of_kind.begin(), medium.bytes_of_kind.end());
  const std::int64_t span = (p.red.kmax - p.red.kmin).count();
  if (span > 0) mark_slope_ = p.red.pmax / static_cast<double>(span);
}

Ps PacketSwitch::next() const {
  Ps soonest = kNever;
  for (std::size_t port = 0; port < egresses_.size(); ++port) {
    soonest = std::min(soonest, front_of(medium_.uplinks[port].packets));
    if (!egresses_[port].empty()) soonest = std::min(soonest, egresses_[port].free_at);
  }
  return soonest;
}

void PacketSwitch::run(Ps until, bool in_order) {
  ordered_ = in_order || !memory_.is_calm(most_bytes_in_window_);
  ordered_ ? run_in_order(until) : run_calm(until);
}

void PacketSwitch::run_calm(Ps until) {
  const auto ports = static_cast<int>(egresses_.size());
  for (int port = 0; port < ports; ++port) {
    arrivals_.set(port, front_of(base::at(medium_.uplinks, port).packets));
  }
  while (arrivals_.time() < until) {
    const int port = arrivals_.player();
    auto& packets = base::at(medium_.uplinks, port).packets;
    const Travelling next = packets.pop();
    arrivals_.set(port, front_of(packets));
    arrive(static_cast<std::size_t>(port), next.packet, next.arrival);
  }
  for (std::size_t port = 0; port < egresses_.size(); ++port) depart_before(port, until);
}

void PacketSwitch::run_in_order(Ps until) {
  const auto ports = static_cast<int>(egresses_.size());
  for (int port = 0; port < ports; ++port) {
    const Egress& egress = base::at(egresses_, port);
    order_.set(port, front_of(base::at(medium_.uplinks, port).packets));
    order_.set(ports + port, egress.empty() ? kNever : egress.free_at);
  }
  while (order_.time() < until) {
    const Ps now = order_.time();
    const int player = order_.player();
    if (player < ports) {
      auto& packets = base::at(medium_.uplinks, player).packets;
      const Packet packet = packets.pop().packet;
      order_.set(player, front_of(packets));
      arrive(static_cast<std::size_t>(player), packet, now);
    } else {
      depart(static_cast<std::size_t>(player - ports), now);
    }
  }
}

void PacketSwitch::arrive(std::size_t port, Packet packet, Ps now) {
  ++counts_.events;
  last_ = now;
  const Route& route = medium_.routes[packet.flow()];
  const std::size_t out = packet.is_data() ? route.destination : route.source;
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
    egress.data.push(packet);
  } else {
    egress.control.push(packet);
  }
  if (now > egress.free_at) {
    depart(out, now);
  } else if (ordered_) {
    order_.set(static_cast<int>(egresses_.size() + out), egress.free_at);
  }
}

void PacketSwitch::depart_before(std::size_t port, Ps until) {
  Egress& egress = egresses_[port];
  while (egress.free_at < until && !egress.empty()) depart(port, egress.free_at);
}

// Sends the next packet of an egress that is not empty and whose link is free.
void PacketSwitch::depart(std::size_t port, Ps now) {
  ++counts_.events;
  Egress& egress = egresses_[port];
  const bool is_control = !egress.control.empty();
  Packet packet = is_control ? egress.control.pop() : egress.data.pop();
  if (!is_control) {
    egress.bytes -= medium_.wire_bytes(packet);
    if (packet.is_data() && is_marked(egress)) packet.mark();
  }
  egress.free_at = transmit(medium_, medium_.downlinks[port], packet, now);
  if (ordered_) {
    order_.set(static_cast<int>(egresses_.size() + port), egress.empty() ? kNever : egress.free_at);
  }
  if (is_control) return;
  const Route& route = medium_.routes[packet.flow()];
  const std::size_t in = packet.is_data() ? route.source : route.destination;
  memory_.release(static_cast<int>(in), medium_.wire_bytes(packet));
  if (ordered_ && memory_.should_resume(static_cast<int>(in))) {
    memory_.set_paused(static_cast<int>(in), false);
    send_frame(in, PacketKind::resume, now);
  }
}

void PacketSwitch::send_frame(std::size_t port, PacketKind kind, Ps now) {
  Egress& egress = egresses_[port];
  egress.control.push(Packet(kind, 0, 0));
  if (now > egress.free_at) {
    depart(port, now);
  } else {
    order_.set(static_cast<int>(egresses_.size() + port), egress.free_at);
  }
}

bool PacketSwitch::is_marked(Egress& egress) {
  const RedParameters& red = medium_.parameters.red;
  if (!red.enabled || egress.bytes <= red.kmin.count()) return false;
  if (egress.bytes > red.kmax.count()) return true;
  const double probability = mark_slope_ * static_cast<double>(egress.bytes - red.kmin.count());
  return red_number(egress) < probability;
}

double PacketSwitch::red_number(Egress& egress) {
  if (red_numbers_.empty()) return egress.red.uniform();
  return red_numbers_[red_numbers_used_++ % red_numbers_.size()];
}

}  // namespace jacquard::systemc
