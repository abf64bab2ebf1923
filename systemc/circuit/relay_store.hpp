// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "jacquard/base/units.hpp"
#include "systemc/circuit/transfer.hpp"

namespace jacquard::systemc {

// What an NPU has received for others, by destination, in the order in which it came.
class RelayStore {
 public:
  void put(const Parcel& parcel, base::Picoseconds available) {
    held_[parcel.destination].push_back({parcel, available});
  }
  // Adds to `out` at most `most` bytes (> 0) for that destination that are available by `now`.
  void take(int destination, std::int64_t most, base::Picoseconds now, std::vector<Parcel>& out);

 private:
  struct Held {
    Parcel parcel;
    base::Picoseconds available;
  };
  std::map<int, std::deque<Held>> held_;
};

}  // namespace jacquard::systemc
