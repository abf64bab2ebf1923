// SPDX-License-Identifier: Apache-2.0
// The digits that a shift core is built for.
#pragma once

#include <string>

#include "jacquard/config/place.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/hops/port_shape.hpp"

namespace jacquard::schedule {

// Levels of a binary tree over so many words, 1 or more: ceil(log2).
inline int tree_levels(int words) {
  int levels = 0;
  while (1 << levels < words) ++levels;
  return levels;
}

// The digits of such a core: its own, or where none are said the balanced shape.
PortShape digits_of(const CoreShape& shape);

// `shape` with these digits, kMostDigits of them or fewer.
CoreShape with_digits(CoreShape shape, const PortShape& digits);

// From a user's words: "auto" is the balanced shape. Throws ConfigError at `place` for more digits
// than a core has, and as parse_shape() does.
PortShape core_digits(const std::string& text, int ports, const config::Place& place);

}  // namespace jacquard::schedule
