// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/units.hpp"

namespace jacquard::engine {

// When something began and ended.
struct Interval {
  base::Picoseconds begin{0};
  base::Picoseconds end{0};

  base::Picoseconds length() const { return end - begin; }
};

}  // namespace jacquard::engine
