// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/stack/compose.hpp"
#include "jacquard/stack/precedence.hpp"

namespace jacquard::stack {

// The timeline with the shortest step of those that ComposeOptions::passes leads to.
Timeline improved(const Precedence& precedence, const SlotClock& clock,
                  const ComposeOptions& options);

}  // namespace jacquard::stack
