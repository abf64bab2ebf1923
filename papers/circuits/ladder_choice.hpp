// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/circuits/completion.hpp"

namespace jacquard::studies {

// The ladder's run-time options with the least mean completion over the training matrices, decision
// included: every floor, and starts 0 to 2 levels below the top. Of equals the lowest floor, then
// the lowest offset.
schedule::CoreInputs choose_ladder_options(const schedule::CoreShape& shape,
                                           const std::vector<demand::QuantaMatrix>& training,
                                           double guard, double clock);

}  // namespace jacquard::studies
