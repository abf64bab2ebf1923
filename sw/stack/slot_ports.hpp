// SPDX-License-Identifier: Apache-2.0
// Which ports of the actors are taken until when, and who waits for them.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/stack/lists.hpp"
#include "jacquard/stack/plan.hpp"

namespace jacquard::stack {

class SlotPorts {
 public:
  SlotPorts(const Plan& plan, int channels);

  int channels() const { return channels_; }

  // A channel on which all ports that a pattern needs are free in `slot`, the one whose ports have
  // the pattern before others; else the port that is taken longest on the channel that is free
  // first.
  struct Found {
    int channel = -1;  // -1: none
    bool held = false;
    std::uint32_t blocking = 0;  // port
  };
  Found find(int pattern, std::int64_t slot) const;
  void occupy(int pattern, int channel, std::int64_t until);

  // Turns that wait for a port.
  std::vector<std::uint32_t>& waiting(std::uint32_t port) { return waiting_[port]; }
  bool free(std::uint32_t port, std::int64_t slot) const { return free_[port] <= slot; }
  template <class F>
  void for_each_port(int pattern, int channel, F f) const {
    for (const std::uint32_t side : sides_[base::index(pattern)]) f(port(side, channel));
  }

 private:
  std::uint32_t port(std::uint32_t side, int channel) const {
    return side * static_cast<std::uint32_t>(channels_) + static_cast<std::uint32_t>(channel);
  }

  int channels_;
  Lists sides_;  // of each pattern: 2 x actor for those who send, + 1 for those who receive
  std::vector<std::int64_t> free_;  // from this slot on
  std::vector<std::int32_t> set_;   // the pattern that it had last
  std::vector<std::vector<std::uint32_t>> waiting_;
};

}  // namespace jacquard::stack
