// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/astra/network.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/astra/delays.hpp"

namespace jacquard::engine::astra {

using topology::Block;

Network::Network(Mode mode, const Places& places, const std::vector<std::uint32_t>& stands_for,
                 std::size_t simulated, EventQueue& queue, Messages& messages)
    : mode_(mode),
      places_(places),
      stands_for_(stands_for),
      queue_(queue),
      messages_(messages),
      bytes_(simulated * static_cast<std::size_t>(places.dimensions())) {
  std::uint32_t links = 0;
  for (int d = 0; d < places.dimensions(); ++d) {
    const Dimension& dimension = places.dimension(d);
    first_link_.push_back(links);
    const int own = dimension.block == Block::fully_connected ? dimension.npus : 2;
    links_per_npu_.push_back(static_cast<std::uint32_t>(own));
    links += links_per_npu_.back() * static_cast<std::uint32_t>(simulated);
    bytes_per_ns_.push_back(bytes_per_ns(dimension));
  }
  if (mode == Mode::aware) links_.resize(links);
}

void Network::send(const Message& message) {
  ++sent_;
  const int d = places_.first_difference(message.from, message.to);
  const std::size_t sender = stands_for_[static_cast<std::size_t>(message.from)];
  bytes_[sender * first_link_.size() + static_cast<std::size_t>(d)] += message.bytes;
  const std::uint32_t number = messages_.add(message);
  if (mode_ == Mode::unaware) {
    queue_.after(unaware_delay(places_, message.from, message.to, message.bytes),
                 {Event::Kind::arrival, number});
    return;
  }
  messages_[number].at = message.from;
  messages_[number].in_switch = -1;
  leave(number);
}

// Links of one NPU in a dimension: ring up and down; fully connected by how far up; to the switch
// and from it.
Network::Next Network::next_link(const Message& message) const {
  const int d =
      message.in_switch >= 0 ? message.in_switch : places_.first_difference(message.at, message.to);
  const Dimension& dimension = places_.dimension(d);
  const int from = places_.digit(message.at, d);
  const int to = places_.digit(message.to, d);
  const int up = (to - from + dimension.npus) % dimension.npus;
  int owner = message.at;
  int which = 0;
  if (dimension.block == Block::fully_connected) {
    which = up;
  } else if (dimension.block == Block::ring) {
    which = dimension.npus - up < up ? 1 : 0;
  } else if (message.in_switch >= 0) {
    owner += (to - from) * places_.stride(d);
    which = 1;
  }
  const auto at = static_cast<std::size_t>(d);
  return {first_link_[at] + stands_for_[static_cast<std::size_t>(owner)] * links_per_npu_[at] +
              static_cast<std::uint32_t>(which),
          owner - message.from};
}

void Network::leave(std::uint32_t number) {
  Message& message = messages_[number];
  const Next next = next_link(message);
  Link& link = links_[next.link];
  if (!link.busy) {
    occupy(next, number);
    return;
  }
  if (link.origin != next.origin) contended_ = true;
  message.next = kNothing;
  if (link.first == kNothing) {
    link.first = number;
  } else {
    messages_[link.last].next = number;
  }
  link.last = number;
}

void Network::occupy(const Next& next, std::uint32_t number) {
  const Message& message = messages_[number];
  const std::uint32_t at = next.link;
  links_[at].busy = true;
  links_[at].origin = next.origin;
  std::size_t d = first_link_.size() - 1;
  while (first_link_[d] > at) --d;
  const double on_wire = static_cast<double>(message.bytes) / bytes_per_ns_[d];
  const double latency = places_.dimension(static_cast<int>(d)).latency;
  queue_.after(whole_nanoseconds(latency + on_wire), {Event::Kind::hop, number});
  queue_.after(whole_nanoseconds(on_wire), {Event::Kind::free, at});
}

void Network::free(std::uint32_t at) {
  Link& link = links_[at];
  link.busy = false;
  if (link.first == kNothing) return;
  const std::uint32_t number = link.first;
  link.first = messages_[number].next;
  occupy({at, link.origin}, number);
}

bool Network::hop(std::uint32_t number) {
  Message& message = messages_[number];
  const int d =
      message.in_switch >= 0 ? message.in_switch : places_.first_difference(message.at, message.to);
  const Dimension& dimension = places_.dimension(d);
  const int from = places_.digit(message.at, d);
  const int to = places_.digit(message.to, d);
  if (dimension.block == Block::ring) {
    const int up = (to - from + dimension.npus) % dimension.npus;
    const int step = dimension.npus - up < up ? dimension.npus - 1 : 1;
    const int next = (from + step) % dimension.npus;
    message.at += (next - from) * places_.stride(d);
  } else if (dimension.block != Block::fully_connected && message.in_switch < 0) {
    message.in_switch = d;
    leave(number);
    return false;
  } else {
    message.at += (to - from) * places_.stride(d);
    message.in_switch = -1;
  }
  if (message.at == message.to) return true;
  leave(number);
  return false;
}

}  // namespace jacquard::engine::astra
