// SPDX-License-Identifier: Apache-2.0
// Each finding is a file of its own.
#pragma once

#include "papers/findings2026/finding.hpp"

namespace jacquard::studies::findings2026 {

Finding fast_switching();
Finding fragments();

// What their answers rest on.

// Of a time, by that without what is waited for.
double idle_share(double time, double without);
// The rate at which a wait that goes with its inverse is this share, where it takes `time` at
// `rate`, and `without` at any rate beyond.
double rate_for_share(double share, double rate, double time, double without);

}  // namespace jacquard::studies::findings2026
