// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

demand::QuantaMatrix transposed(const demand::QuantaMatrix& demand);

// A schedule of `back` from one of `there`, without deciding: its settings transposed, the last one
// first. What goes back takes the ways of what came, each its share, so it is never sent on before
// it has arrived. A setting is held for the circuit that has most to carry. Nothing where a pair
// has something to send back to one that sent nothing. Requires a schedule that serves `there`.
std::optional<Schedule> turned_around(const demand::QuantaMatrix& there, const Schedule& schedule,
                                      const demand::QuantaMatrix& back);

}  // namespace jacquard::schedule
