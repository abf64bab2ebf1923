// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "systemc/experiment/experiment.hpp"

namespace jacquard::experiment {

// For each case the first one that gives the same figures, itself if it is the first: a fabric does
// the same at all points of a sweep whose key does not concern it. Cases are the same if their
// kind, their traffic and all keys of what they use are.
std::vector<std::size_t> first_alike(const std::vector<Case>& cases);

}  // namespace jacquard::experiment
