// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/search/component.hpp"

namespace jacquard::search {

// Rules of which no point satisfies all, but one does without any of them. Of up to kTriedBySize
// rules it is a smallest such set. Requires rules that nothing satisfies.
constexpr std::size_t kTriedBySize = 12;
std::vector<const Rule*> smallest_conflict(const Space& space,
                                           const std::vector<const Rule*>& rules);

}  // namespace jacquard::search
