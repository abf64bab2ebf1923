// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/demand/read_demand.hpp"

namespace jacquard::advise {

// What `jacquard advise` asks beside the demand.
struct AdviseConfig {
  base::BitsPerSecond rate{800'000'000'000};
  int switches = 1;
  std::vector<int> bits{8, 12};
  base::Picoseconds clock{800};
  std::optional<base::Picoseconds> longest;
  demand::ReadOptions reading;
};

const config::FieldTable<AdviseConfig>& advise_fields();

}  // namespace jacquard::advise
