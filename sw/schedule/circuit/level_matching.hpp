// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// The schedule of level_matching, or none if it has more than `most_settings` settings.
std::optional<Schedule> level_matching_within(const demand::QuantaMatrix& demand,
                                              std::size_t most_settings);

}  // namespace jacquard::schedule
