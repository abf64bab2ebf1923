// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace jacquard::search {

// A choice for each knob of a space, in the space's order: the index of one of its values.
using Point = std::vector<std::uint16_t>;

}  // namespace jacquard::search
