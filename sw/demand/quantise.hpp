// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "jacquard/base/units.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/demand/slot_clock.hpp"

namespace jacquard::demand {

// How bytes become counts and slots become time.
struct Quantisation {
  base::BitsPerSecond rate{800'000'000'000};
  std::optional<int> bits;                // B: counts are at most 2^B - 1
  std::optional<base::Picoseconds> slot;  // given: quantum = rate x slot, whole bytes
  std::optional<base::Bytes> quantum;     // given: just that, whatever a slot is
  base::Picoseconds guard{0};
  GuardPer guard_per = GuardPer::permutation;
  base::Picoseconds forward = kUsualForward;  // SlotClock::forward
};

// quantum given: q is that. slot given: q = rate x slot; a count above 2^B - 1 is a ConfigError
// naming the B needed. bits only: q = ceil(largest entry / (2^B - 1)) (1 byte for an all-zero
// demand). neither: q = 1 byte. Counts are ceil(bytes / q).
QuantaMatrix quantise(const DemandMatrix& demand, const Quantisation& how);

}  // namespace jacquard::demand
