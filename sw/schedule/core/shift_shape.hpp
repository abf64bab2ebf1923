// SPDX-License-Identifier: Apache-2.0
// The digits that a shift core is built for.
#pragma once

#include <string>

#include "jacquard/config/place.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/hops/port_shape.hpp"

namespace jacquard::schedule {

// The digits of such a core: its own, or where none are said the balanced shape.
PortShape digits_of(const CoreShape& shape);

// `shape` with these digits, kMostDigits of them or fewer.
CoreShape with_digits(CoreShape shape, const PortShape& digits);

// From a user's words: "auto" is the balanced shape. Throws ConfigError at `place` for more digits
// than a core has, and as parse_shape() does.
PortShape core_digits(const std::string& text, int ports, const config::Place& place);

}  // namespace jacquard::schedule
