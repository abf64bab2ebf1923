// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

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
      routes_(places),
      stands_for_(stands_for),
      queue_(queue),
      messages_(messages),
      bytes_(simulated * static_cast<std::size_t>(places.dimensions())),
      carried_(bytes_.size()),
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
    const Dimension& across = places_.dimension(d);
    const int links = hops(across, places_.digit(message.from, d), places_.digit(message.to, d));
    count_links(static_cast<std::uint32_t>(sender), d, static_cast<double>(message.bytes) * links);
    queue_.after(unaware_delay(places_, message.from, message.to, message.bytes),
                 {Event::Kind::arrival, number});
    return;
  }
  messages_[number].at = message.from;
  messages_[number].in_switch = -1;
  leave(number);
}

void Network::count(std::uint32_t sender, int dimension, std::int64_t bytes,
                    std::int64_t messages) {
  std::int64_t all = 0;
  if (__builtin_mul_overflow(bytes, messages, &all)) {
    all = std::numeric_limits<std::int64_t>::max();
    add_bytes(sender, dimension, all);
  }
  add_bytes(sender, dimension, all);
  sent_ += messages;
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

Network::Next Network::next_link(const Message& message) const {
  const OwnedLink link = routes_.next({message.at, message.to, message.in_switch});
  const auto d = static_cast<std::size_t>(link.dimension);
  return {first_link_[d] + base::at(stands_for_, link.owner) * links_per_npu_[d] +
              static_cast<std::uint32_t>(link.which),
          link.owner - message.from};
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
  count_links((at - first_link_[d]) / links_per_npu_[d], static_cast<int>(d),
              static_cast<double>(message.bytes));
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
  Routes::Stop stop{message.at, message.to, message.in_switch};
  const bool there = routes_.advance(stop);
  message.at = stop.at;
  message.in_switch = stop.in_switch;
  return there;
}

}  // namespace jacquard::astra
