// SPDX-License-Identifier: Apache-2.0
// How much a run may take: what would take more is refused before it begins.
#pragma once

#include <limits>

namespace jacquard::engine {

// What a run will cost, to about a factor of two, found without running it.
struct ExpectedWork {
  double events = 0;
  double messages = 0;  // that the simulated NPUs send
  double memory = 0;    // bytes
};

struct Limits {
  double events = std::numeric_limits<double>::infinity();
  double messages = std::numeric_limits<double>::infinity();
  double memory = std::numeric_limits<double>::infinity();  // bytes
  bool are_options = false;  // --most-messages and --most-memory, for errors; else astra's keys
};

// Of jobs, where the user sets no others: some minutes.
inline constexpr Limits kLimitsOfJobs = {std::numeric_limits<double>::infinity(), 2e9, 8e9};

// Throws ConfigError, with the name of the key that lifts it, where the messages or the memory of a
// job are over a limit.
void require_within(const ExpectedWork& work, const Limits& limits);

}  // namespace jacquard::engine
