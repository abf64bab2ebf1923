// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// The permutation a core's array shows in a clock.
struct Shown {
  const Matching* columns = nullptr;  // null if there is none
  std::int64_t hold = 0;
};

}  // namespace jacquard::schedule
