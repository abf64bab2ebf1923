// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"

namespace jacquard::schedule {

// QuickStuff (Liu et al., CoNEXT 2015): the matrix with every line raised to `line_sum`, filling
// nonzero entries first so that few new ones appear. Row-major, ports x ports; no line may exceed
// line_sum. O(N^2); at most 2N - 1 zero entries become nonzero.
std::vector<std::int64_t> quick_stuff(base::Span<const std::int64_t> counts, int ports,
                                      std::int64_t line_sum);

}  // namespace jacquard::schedule
