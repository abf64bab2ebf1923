// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::experiment {

// An optical switch technology: between which times it reconfigures, and who says so.
struct Technology {
  std::string name;
  std::string what;
  base::Picoseconds fastest{0};
  base::Picoseconds slowest{0};
  std::string basis;  // published, summary (of papers, by a third party), recalled
  std::string source;
};

// Those of configs/technologies/optical_switches.json, in its order.
const std::vector<Technology>& technologies();

// Throws ConfigError with the nearest name if there is none.
const Technology& find_technology(const std::string& name);

}  // namespace jacquard::experiment
