// SPDX-License-Identifier: Apache-2.0
// Schedules of cyclic shifts, digit by digit: a byte takes one hop for each digit in which its port
// and its destination differ (Bruck et al. 1997 with any radices; one digit: a rotor).
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/hops/port_shape.hpp"
#include "jacquard/schedule/hops/shape_costs.hpp"
#include "jacquard/schedule/schedule.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// The least that each shift is held: of digit 0 by 1, by 2, ..., then of digit 1. A shift is held
// for the port that sends most by it. O(N^2).
std::vector<std::int64_t> shift_holds(const demand::QuantaMatrix& demand, const PortShape& shape);

// Those shifts, without the ones that carry nothing; and what ports have for themselves, first.
Schedule shift_schedule(const demand::QuantaMatrix& demand, const PortShape& shape);

// The same with the hot pairs of each digit spread over its shifts: no shift is held longer.
Schedule spread_shifts(const demand::QuantaMatrix& demand, const PortShape& shape);

struct ChosenShape {
  PortShape shape;
  ShiftTime time;
};

// Every shape, in the order of shapes_of().
std::vector<ChosenShape> timed_shapes(const demand::QuantaMatrix& demand);
// The one whose shifts take least at most; of equal ones the fewest digits.
ChosenShape shortest_shape(const std::vector<ChosenShape>& shapes);

// The shape of --shape, or shortest_shape().
Schedule shifts(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

}  // namespace jacquard::schedule
