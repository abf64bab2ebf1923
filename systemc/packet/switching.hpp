// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "systemc/packet/packet.hpp"

namespace jacquard::systemc {

struct SwitchCounts {
  std::int64_t events = 0;
  std::int64_t pauses = 0;
  std::int64_t drops = 0;
  std::int64_t largest_queue = 0;  // bytes of an egress
};

// What lies between hosts: a switch, or leaves and spines.
class Switching {
 public:
  virtual ~Switching() = default;

  // Does everything before `until`, which is at most a lookahead after next(). `in_order`: in the
  // order of time even where that is not needed (for tests).
  virtual void run(Ps until, bool in_order) = 0;
  virtual Ps next() const = 0;

  virtual Ps last() const = 0;  // when a packet came last
  virtual SwitchCounts counts() const = 0;
};

}  // namespace jacquard::systemc
