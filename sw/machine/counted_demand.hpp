// SPDX-License-Identifier: Apache-2.0
// Counts of tokens as bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::machine {

// Of counts row by row, `bytes` each; `back`: columns send to rows. What stays on its port is left
// out.
demand::DemandMatrix demand_of(const std::vector<std::int64_t>& counts, int ports,
                               std::int64_t bytes, bool back);

}  // namespace jacquard::machine
