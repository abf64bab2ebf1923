// SPDX-License-Identifier: Apache-2.0
// The loosely-timed model of a memory: an access gets its time when it comes.
#pragma once

#include <vector>

#include "jacquard/memory/access.hpp"
#include "jacquard/memory/address_map.hpp"
#include "jacquard/memory/lane.hpp"

namespace jacquard::memory {

class Booking {
 public:
  // Throws ConfigError as require_consistent() does.
  explicit Booking(const MemoryConfig& config);

  base::Bytes capacity() const { return map_.capacity(); }

  // When the last byte of an access has moved that comes at `at` >= 0; its first and last bursts
  // are moved whole. `at` may lie before that of an earlier call, by microseconds; what was booked
  // stays. Requires an access within the capacity.
  base::Picoseconds book(const Access& access, base::Picoseconds at);

  // When all of that access had entered the queues. An initiator whose accesses enter in order has
  // none enter earlier: by waiting until then it leaves the others their turn.
  base::Picoseconds entered() const { return entered_; }

  // Until `now`, without latencies. Writes that wait are counted as done.
  Figures figures(base::Picoseconds now) const;

 private:
  base::Picoseconds time_at(Clock clock) const;

  MemoryConfig config_;
  AddressMap map_;
  std::vector<Lane> lanes_;
  // Of consecutive bursts that have one row and bank number: the first of each such run.
  struct Place {
    int channel, group;
  };
  std::vector<Place> places_;
  double clocks_per_ps_, ps_per_clock_;
  int bank_groups_;
  std::int64_t burst_;  // bytes
  base::Picoseconds entered_{0};
  base::Bytes read_{0}, written_{0};
};

}  // namespace jacquard::memory
