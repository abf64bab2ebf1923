// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/base/error.hpp"

namespace jacquard::gemm {

// "32x8" as {32, 8}: from `fewest` to `most` whole numbers in 1 .. `largest`. Empty: it is none.
std::vector<std::int64_t> parse_sizes(std::string_view text, std::size_t fewest, std::size_t most,
                                      std::int64_t largest);

}  // namespace jacquard::gemm
