// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/metric.hpp"

namespace jacquard::report {

// Rows of one kind as an aligned table of at most `width` columns where that can be
// (Result::table).
std::string fitted_table(const std::vector<const Row*>& rows, int width);

}  // namespace jacquard::report
