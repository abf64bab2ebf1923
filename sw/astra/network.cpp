// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/astra/delays.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {

using topology::Block;

Network::Network(const Input& input, const Places& places,
                 const std::vector<std::uint32_t>& stands_for, std::size_t simulated,
                 EventQueue& queue, Messages& messages)
    : mode_(input.mode),
      measures_(input.measure_links),
      places_(places),
      stands_for_(stands_for),
      queue_(queue),
      messages_(messages),
      bytes_(simulated * static_cast<std::size_t>(places.dimensions())),
      busy_(bytes_.size()) {
  std::uint64_t links = 0;
  for (int d = 0; d < places.dimensions(); ++d) {
    const Dimension& dimension = places.dimension(d);
    first_link_.push_back(static_cast<std::uint32_t>(links));
    const int own = dimension.block == Block::fully_connected ? dimension.npus : 2;
    links_per_npu_.push_back(static_cast<std::uint32_t>(own));
    links += std::uint64_t{links_per_npu_.back()} * simulated;
    bytes_per_ns_.push_back(bytes_per_ns(dimension));
  }
  if (mode_ != Mode::aware && !measures_) return;
  constexpr std::uint64_t most = kNothing;
  if (links > most) {
    throw InputError(InputFile::network,
                     {"", "", fmt::format("at most {} links", most), std::to_string(links), ""});
  }
  if (mode_ == Mode::aware) links_.resize(links);
  if (measures_) busy_until_.resize(links);
}

void Network::send(const Message& message) {
  ++sent_;
  const int d = places_.first_difference(message.from, message.to);
  const std::size_t sender = base::at(stands_for_, message.from);
  add_bytes(sender, d, message.bytes);
  const std::uint32_t number = messages_.add(message);
  if (mode_ == Mode::unaware) {
    if (measures_) take_way(message, d);
    queue_.after(unaware_delay(places_, message.from, message.to, message.bytes),
                 {Event::Kind::arrival, number});
    return;
  }
  messages_[number].at = message.from;
  messages_[number].in_switch = -1;
  leave(number);
}

void Network::add_bytes(std::size_t sender, int dimension, std::int64_t bytes) {
  std::int64_t& sum = bytes_[sender * first_link_.size() + static_cast<std::size_t>(dimension)];
  if (!__builtin_add_overflow(sum, bytes, &sum)) return;
  throw InputError(
      InputFile::workload,
      {"", "", "less than 2^63 bytes sent by an NPU in a dimension", "more", "mind comm_size"});
}

void Network::take(std::uint32_t link, int dimension, double ns) {
  const auto d = static_cast<std::size_t>(dimension);
  const auto now = static_cast<double>(queue_.now());
  double& until = busy_until_[link];
  if (now + ns <= until) return;
  const std::size_t owner = (link - first_link_[d]) / links_per_npu_[d];
  busy_[owner * first_link_.size() + d] += now + ns - std::max(until, now);
  until = now + ns;
}

// Every link of the way is taken at once, from now on, in the dimension that is paid for.
void Network::take_way(const Message& message, int d) {
  const double ns = static_cast<double>(message.bytes) / base::at(bytes_per_ns_, d);
  Message on_way = message;
  on_way.at = message.from;
  on_way.to = message.from +
              (places_.digit(message.to, d) - places_.digit(message.from, d)) * places_.stride(d);
  do {
    take(next_link(on_way).link, d, ns);
  } while (!advance(on_way));
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
  return {first_link_[at] + base::at(stands_for_, owner) * links_per_npu_[at] +
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
  const Tick busy = whole_nanoseconds(on_wire);
  queue_.after(whole_nanoseconds(latency + on_wire), {Event::Kind::hop, number});
  queue_.after(busy, {Event::Kind::free, at});
  if (measures_) take(at, static_cast<int>(d), static_cast<double>(busy));
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
  if (advance(messages_[number])) return true;
  leave(number);
  return false;
}

bool Network::advance(Message& message) const {
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
    return false;
  } else {
    message.at += (to - from) * places_.stride(d);
    message.in_switch = -1;
  }
  return message.at == message.to;
}

}  // namespace jacquard::astra
