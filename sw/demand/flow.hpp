// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::demand {

// One message: `size` bytes that `source` has for `destination` from `start` on. A port may send to
// itself, through the fabric, as a matrix with a diagonal asks for.
struct Flow {
  int source;
  int destination;
  base::Bytes size;
  base::Picoseconds start{0};
};

}  // namespace jacquard::demand
