// SPDX-License-Identifier: Apache-2.0
// How much a run may take: what would take more is refused before it begins.
#pragma once

namespace jacquard::engine {

struct Limits {
  double messages = 2e9;  // some minutes
  double memory = 8e9;    // bytes
};

struct Estimate {
  double messages = 0;  // that the NPUs send
  double memory = 0;    // bytes, at least
};

// Throws ConfigError, with the name of the key that lifts it, where an estimate is over a limit.
void require_within(const Estimate& estimate, const Limits& limits);

}  // namespace jacquard::engine
