// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"

namespace jacquard::systemc {

// A part of a flow that goes as one.
struct RotorPacket {
  int flow;
  int destination;
  std::int64_t first;  // byte of the flow
  std::int32_t bytes;
  std::int16_t hops;  // links that it has begun
  bool is_short;
};

// First in, first out; an empty one takes no memory of its own.
template <class T>
class Fifo {
 public:
  bool empty() const { return head_ == items_.size(); }
  T& front() { return items_[head_]; }
  void push(const T& item) { items_.push_back(item); }
  void pop() {
    if (++head_ < items_.size() && head_ < kKept) return;
    items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }

 private:
  static constexpr std::size_t kKept = 1024;  // of those taken out
  std::vector<T> items_;
  std::size_t head_ = 0;
};

// What a port holds apart from short messages: its own flows, and packets of others to send on.
class PortQueues {
 public:
  explicit PortQueues(int ports)
      : own_(static_cast<std::size_t>(ports)),
        own_bytes_(static_cast<std::size_t>(ports)),
        relays_(static_cast<std::size_t>(ports)),
        promised_(static_cast<std::size_t>(ports)) {}

  void add(int destination, int flow, std::int64_t bytes) {
    base::at(own_, destination).push({flow, 0, bytes});
    base::at(own_bytes_, destination) += bytes;
  }
  std::int64_t own(int destination) const { return base::at(own_bytes_, destination); }
  // The next packet of its own; requires that there is one.
  RotorPacket take_own(int destination, std::int64_t mtu) {
    auto& waiting = base::at(own_, destination);
    Rest& rest = waiting.front();
    const std::int64_t bytes = std::min(mtu, rest.end - rest.next);
    const RotorPacket packet{rest.flow, destination, rest.next, static_cast<std::int32_t>(bytes),
                             0,         false};
    rest.next += bytes;
    base::at(own_bytes_, destination) -= bytes;
    if (rest.next == rest.end) waiting.pop();
    return packet;
  }

  // Bytes on their way here, or here, that this port sends on to a destination.
  std::int64_t promised(int destination) const { return base::at(promised_, destination); }
  void promise(int destination, std::int64_t bytes) { base::at(promised_, destination) += bytes; }
  void store(const RotorPacket& packet) {
    base::at(relays_, packet.destination).push(packet);
    stored_ += packet.bytes;
    most_stored_ = std::max(most_stored_, stored_);
  }
  bool has_relay(int destination) const { return !base::at(relays_, destination).empty(); }
  RotorPacket take_relay(int destination) {
    auto& relays = base::at(relays_, destination);
    const RotorPacket packet = relays.front();
    relays.pop();
    stored_ -= packet.bytes;
    promise(destination, -packet.bytes);
    return packet;
  }
  std::int64_t most_stored() const { return most_stored_; }

 private:
  struct Rest {
    int flow;
    std::int64_t next, end;
  };
  std::vector<Fifo<Rest>> own_;
  std::vector<std::int64_t> own_bytes_;
  std::vector<Fifo<RotorPacket>> relays_;
  std::vector<std::int64_t> promised_;
  std::int64_t stored_ = 0, most_stored_ = 0;
};

}  // namespace jacquard::systemc
