// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "vectors/vector_text.hpp"

namespace jacquard::tb {

// jq_choose, of the cores in `choices` (schedule::CoreShape).
struct DecisionShape {
  int ports, bits, guard_bits;
  unsigned choices;
};

// Vectors of jq_choose, from schedule::estimates() and picked(). Fields, the highest first:
//   stimulus  rst_ni flush begin guard longest mean left own shift_slots shift_settings
//   outputs   busy done pick[3]
// Decisions one after the other, most of them between cores that are expected to take the same or
// one quantum more, now and then with a flush or a reset. `pick` is compared with `done` alone.
Vectors decision_vectors(const DecisionShape& shape, std::uint64_t seed, std::int64_t clocks);

}  // namespace jacquard::tb
