// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// holds_first's plan alone: as many settings as the fullest line has entries, whatever the guard.
// The demand is not all zero.
Schedule in_fewest_settings(const demand::QuantaMatrix& demand);

}  // namespace jacquard::schedule
