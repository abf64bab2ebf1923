// SPDX-License-Identifier: Apache-2.0
// How much work a run in ASTRA-sim's modes is, before it begins.
#pragma once

#include <vector>

#include "jacquard/astra/delays.hpp"
#include "jacquard/astra/input.hpp"

namespace jacquard::astra {

// Where the NPUs of `ranks` are simulated, for all. Nodes that cannot run count for nothing: the
// run says what is wrong with them.
engine::ExpectedWork estimate(const Input& input, const Places& places,
                              const std::vector<int>& ranks);

}  // namespace jacquard::astra
