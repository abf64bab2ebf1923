// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::demand {

struct ReadOptions {
  base::Bytes bytes_per_token{1};  // multiplies the entries of a matrix counted in tokens
  bool drop_diagonal = false;
};

// Every matrix of a file, in file order: one for CSV and JSON, one per line for JSON Lines. The
// format is told by content, not by name; docs/demand.md describes each. Throws ConfigError naming
// file and line or pointer.
std::vector<DemandMatrix> read_demand_sequence(const std::string& path, const ReadOptions& options);

// The matrix at `index` of the file (0-based) without keeping the others.
DemandMatrix read_demand(const std::string& path, int index, const ReadOptions& options);

}  // namespace jacquard::demand
