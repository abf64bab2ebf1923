// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/search/search.hpp"

namespace jacquard::search {

// Steps of a search whose rewards no other step beats: at least as good in all and better in one.
// The highest first reward first; of equal points or rewards the first step.
std::vector<std::int64_t> front_of(const Found& found);

}  // namespace jacquard::search
