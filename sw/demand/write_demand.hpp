// SPDX-License-Identifier: Apache-2.0
// Demands as files that read_demand.hpp reads back to the byte.
#pragma once

#include <string>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::demand {

// Bytes, by the end of the name: .csv is one matrix, a row a line; .json one object; .jsonl one
// object a line, any number of them. Throws ConfigError for another name, for several matrices in
// a form that holds one, and where the file cannot be written. Requires a matrix.
void write_demand(const std::string& path, const std::vector<DemandMatrix>& all);

}  // namespace jacquard::demand
