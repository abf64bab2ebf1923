// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's --comm-group-configuration: {"1": [0, 1], "2": [2, 3]}.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::astra {

// Ranks of each group in the order in which they stand in it.
using AstraCommGroups = std::map<int, std::vector<int>>;

// Throws ConfigError at the pointer of a name that is no number or 0, a rank out of 0 .. npus - 1,
// or one that is in its group twice.
AstraCommGroups parse_comm_groups(const config::Json& json, int npus, const std::string& source);
std::string write_comm_groups(const AstraCommGroups& groups);
AstraCommGroups read_comm_groups(const std::string& path, int npus);

}  // namespace jacquard::astra
