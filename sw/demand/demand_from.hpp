// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/read_demand.hpp"

namespace jacquard::demand {

// True if `text` names a generator, "class:ports", rather than a file: no file has that name, and
// it does not look like the path of one.
bool names_generator(const std::string& text);

// The demand that `--demand TEXT --index I --seed S` names: the matrix at `index` of the file TEXT,
// or of the class that TEXT generates, "class:ports" ("moe:64"), unless a file has that name.
// Throws ConfigError as the readers do, and for an unknown class or a number of ports out of range.
DemandMatrix demand_from(const std::string& text, int index, std::uint64_t seed,
                         const ReadOptions& options);

}  // namespace jacquard::demand
