// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/serve/batch_cases.hpp"

namespace jacquard::serve {

// DIR/batches.csv with a line for each row; with `pareto` also DIR/pareto.svg: throughput of an NPU
// against what a user sees, the front joined. Throws ConfigError where a file cannot be written.
void write_batches(const std::vector<BatchAnswer>& answers, bool pareto, const std::string& folder);

}  // namespace jacquard::serve
