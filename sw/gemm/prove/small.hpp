// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {

double multiply_adds(const MatrixShape& shape);

// Throws ConfigError for a program that takes more than about a gigabyte to move every number of,
// or more than a minute in a few orders.
void require_small(const Program& program);

}  // namespace jacquard::gemm
