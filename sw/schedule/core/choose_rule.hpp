// SPDX-License-Identifier: Apache-2.0
// Which core the chooser picks: docs/cores.md, "The chooser".
#pragma once

#include <array>
#include <cstdint>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/hops/port_shape.hpp"

namespace jacquard::schedule {

// In the order of CoreShape::choices, from bit 0.
inline constexpr std::array<CoreKind, 3> kChoices{CoreKind::ladder, CoreKind::few, CoreKind::shift};

// What a core's schedule is expected to be.
struct TimeEstimate {
  std::int64_t slots = 0;
  std::int64_t settings = 0;
};

// What the rule looks at of a demand.
struct Lines {
  std::int64_t longest = 0;  // the largest sum of one
  std::int64_t mean = 0;     // the sum of all counters over the power of two that the ports fit in
  std::int64_t left = 0;     // the most nonzeros of one
  std::int64_t own = 0;      // the largest counter of a port for itself
};

// Of kChoices, for counters of `bits` bits, where the shift core's holds are `shifts`.
std::array<TimeEstimate, 3> estimates(const Lines& lines, const TimeEstimate& shifts, int ports,
                                      int bits);
// That of the shift core is exact.
std::array<TimeEstimate, 3> estimates(const demand::QuantaMatrix& demand, const PortShape& digits,
                                      int bits);

// The core of `choices` whose slots and guards take least time; of equal ones the first.
CoreKind picked(const std::array<TimeEstimate, 3>& expected, std::int64_t guard, unsigned choices);

}  // namespace jacquard::schedule
