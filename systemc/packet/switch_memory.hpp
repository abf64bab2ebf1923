// SPDX-License-Identifier: Apache-2.0
// The memory of a shared-buffer switch, counted at the ports packets came in by.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "systemc/packet/packet_config.hpp"

namespace jacquard::systemc {

// Admission and PFC as the ns-3 RDMA line has them (switch-mmu): a port's packets fill its reserve,
// then shared memory up to a threshold that falls as that fills, then its headroom; a packet that
// fits nowhere is dropped. Sizes in bytes, ports from 0.
class SwitchMemory {
 public:
  explicit SwitchMemory(const MemoryParameters& parameters) : p_(parameters) {
    ports_.resize(static_cast<std::size_t>(p_.ports));
    endless_ = p_.capacity.count() == 0;
  }

  // Takes a packet in, or says that it is to be dropped.
  bool admit(int port, std::int64_t bytes) {
    Port& in = at(port);
    if (endless_) {
      add(in, bytes);
      return true;
    }
    if (drops(in, bytes)) return false;
    const std::int64_t beyond_reserve = in.used + bytes - p_.reserve.count();
    if (beyond_reserve > 0 && beyond_reserve > threshold()) {
      in.headroom += bytes;
    } else {
      add(in, bytes);
    }
    return true;
  }

  // A packet that came in by `port` leaves.
  void release(int port, std::int64_t bytes) {
    Port& in = at(port);
    const std::int64_t from_headroom = std::min(in.headroom, bytes);
    in.headroom -= from_headroom;
    add(in, from_headroom - bytes);
  }

  // Whether the sender at `port` is to be paused, or resumed, now; to be followed by set_paused().
  bool should_pause(int port) const {
    const Port& in = at(port);
    return p_.pfc && !endless_ && !in.paused && (in.headroom > 0 || shared_of(in) >= threshold());
  }
  bool should_resume(int port) const {
    const Port& in = at(port);
    if (!in.paused || in.headroom > 0) return false;
    const std::int64_t used = shared_of(in);
    return used == 0 || used + p_.xon_offset.count() <= threshold();
  }
  void set_paused(int port, bool paused) {
    at(port).paused = paused;
    paused_ += paused ? 1 : -1;
  }

  // What a port may hold of the shared memory now.
  std::int64_t threshold() const { return threshold_with(shared_); }

  // True if, however the next packets come and go, up to `bytes` more at every port, none will be
  // dropped, and no port paused or resumed: then their order among the ports changes nothing.
  bool is_calm(std::int64_t bytes) const {
    if (endless_) return true;
    if (paused_ > 0) return false;
    const std::int64_t lowest = threshold_with(shared_ + p_.ports * bytes);
    for (const Port& in : ports_) {
      if (in.headroom > 0 || in.used + bytes >= lowest) return false;
    }
    return true;
  }

  std::int64_t used(int port) const { return at(port).used; }
  std::int64_t headroom_used(int port) const { return at(port).headroom; }
  std::int64_t shared_used() const { return shared_; }
  bool paused(int port) const { return at(port).paused; }

 private:
  struct Port {
    std::int64_t used = 0;      // of its reserve and of the shared memory
    std::int64_t headroom = 0;  // used
    bool paused = false;
  };

  Port& at(int port) { return base::at(ports_, port); }
  const Port& at(int port) const { return base::at(ports_, port); }

  std::int64_t shared_of(const Port& in) const {
    return std::max<std::int64_t>(0, in.used - p_.reserve.count());
  }
  void add(Port& in, std::int64_t bytes) {
    shared_ -= shared_of(in);
    in.used += bytes;
    shared_ += shared_of(in);
  }
  bool drops(const Port& in, std::int64_t bytes) const {
    return bytes + in.headroom > p_.headroom.count() && bytes + shared_of(in) > threshold();
  }
  std::int64_t threshold_with(std::int64_t shared) const {
    const std::int64_t free = p_.capacity.count() - p_.set_aside.count() - shared;
    if (free <= 0) return 0;
    return p_.beta ? static_cast<std::int64_t>(*p_.beta * static_cast<double>(free) / 8)
                   : free >> p_.shift;
  }

  MemoryParameters p_;
  std::vector<Port> ports_;
  std::int64_t shared_ = 0;
  int paused_ = 0;
  bool endless_ = false;
};

}  // namespace jacquard::systemc
