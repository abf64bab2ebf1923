// SPDX-License-Identifier: Apache-2.0
// A search as its store has it.
#pragma once

#include "jacquard/search/store.hpp"
#include "sim/search/rows.hpp"

namespace jacquard::searching {

// Steps from the first on, up to one that the store lacks.
search::Found recorded(const Session& session, const search::Store& store);

// Throws ConfigError naming --step for a step (from 0) that is not there.
DesignRow design_of_step(const Session& session, const search::Found& found, std::int64_t step);

}  // namespace jacquard::searching
