// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// The switches between NPUs, as far as a configuration says.
struct CrossbarsShape {
  std::vector<base::Picoseconds> npu_delay;  // of each NPU's link
  base::Picoseconds guard{0};
  int leaves = 0;  // 0: one crossbar
  int spines = 0;  // a link from every leaf to each
  base::Picoseconds spine_delay{0};
  int switches = 1;  // parallel: every NPU has a link to each
};

}  // namespace jacquard::systemc
