// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"

namespace jacquard::experiment {

// The same for each of some values of a key, "" for no sweep.
struct Sweep {
  std::string key;
  std::vector<std::string> values;
};

const config::FieldTable<Sweep>& sweep_fields();

// The values, or "" alone where nothing is swept. Throws ConfigError for a key without values.
std::vector<std::string> points_of(const Sweep& sweep);

}  // namespace jacquard::experiment
