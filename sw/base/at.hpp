// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace jacquard::base {

// values[index] for the signed indices of NPUs, ports and dimensions. 0 <= index < values.size().
template <class Values, class Index>
constexpr decltype(auto) at(Values&& values, Index index) {
  return values[static_cast<std::size_t>(index)];
}

}  // namespace jacquard::base
