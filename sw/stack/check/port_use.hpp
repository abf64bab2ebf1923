// SPDX-License-Identifier: Apache-2.0
// No input or output of a switch is used twice in a slot, and slots carry what they are said to.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/stack/check/fault.hpp"
#include "jacquard/stack/check/replay.hpp"
#include "jacquard/stack/routes.hpp"

namespace jacquard::stack::check {

// Takes what is placed in the order of its slots. Followed calls only (Goals).
class PortUse {
 public:
  PortUse(const Stack& stack, const Routes* routes, const Goals& goals);
  Faults run();

 private:
  // What a port, or the cable of an uplink in one direction, has been set to last.
  struct Last {
    std::int64_t until = 0;
    std::int64_t used = 0;      // bytes of its last slot that are behind it
    std::int64_t setting = -1;  // -1: none yet; below: kept for what only the run knows
    std::int32_t placed = -1;   // entry
  };
  // One direction of the ports of a channel, then of its uplinks.
  struct Channel {
    std::vector<Last> out;
    std::vector<Last> in;
    std::vector<Last> up;
    std::vector<Last> down;
  };

  void place(std::int32_t number);
  void reserve(const Reserved& reserved, std::int64_t mark);
  void require_room(const Placed& placed);
  void use(Last& last, std::int32_t number, const char* what, int port);
  std::string conflict(const Last& last, std::int32_t number, const char* what, int port) const;
  std::string entry(std::int32_t placed) const;

  const Stack& stack_;
  const Routes* routes_;
  const Goals& goals_;
  std::vector<Channel> channels_;
  std::vector<std::vector<int>> ranks_of_;  // by actor
  std::int64_t setting_ = 0;                // of the entry at hand
  std::int64_t used_ = 0;                   // it leaves behind in its last slot
  bool held_ = false;                       // so far, by all its ports
  Faults faults_;
};

}  // namespace jacquard::stack::check
