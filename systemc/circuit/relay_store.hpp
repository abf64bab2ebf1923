// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"
#include "systemc/circuit/transfer.hpp"

namespace jacquard::systemc {

// What an NPU has received for others, by destination, in the order in which it came.
class RelayStore {
 public:
  void put(const Parcel& parcel, base::Picoseconds available);
  // Adds to `out` at most `most` bytes (> 0) for that destination that were available before
  // `now`: of one instant's events the order does not count.
  void take(int destination, std::int64_t most, base::Picoseconds now, std::vector<Parcel>& out);

 private:
  struct Held {
    Parcel parcel;
    base::Picoseconds available;
  };
  struct Queue {
    std::vector<Held> held;
    std::size_t first = 0;  // those before it are taken
  };
  std::vector<Queue> queues_;  // up to the largest destination that anything came for
};

}  // namespace jacquard::systemc
