// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// Levels matched with holds for other guards than the demand's too, from none to four times the
// mean hold of the longest line; of these the shortest schedule at the demand's own guard. So a
// schedule made for another guard is never shorter. None if it has more than `most_settings`
// settings or is not shorter than `than`.
std::optional<Schedule> level_matching_within(const demand::QuantaMatrix& demand,
                                              std::size_t most_settings, base::Picoseconds than);

}  // namespace jacquard::schedule
