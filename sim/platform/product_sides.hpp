// SPDX-License-Identifier: Apache-2.0
// m x n x k of a product, of which sides may count tiles.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/config/codec.hpp"
#include "systemc/npu/sides_text.hpp"

namespace jacquard::platform {

config::Codec<std::vector<systemc::Side>> product_sides_codec();

// Throws ConfigError at `place` for a side in tiles where no tile is asked for, or one too long.
std::int64_t length_of(const systemc::Side& side, const std::optional<std::int64_t>& tile,
                       const config::Place& place);

}  // namespace jacquard::platform
