// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/metric.hpp"

namespace jacquard::report {

// A cell of a table for people: numbers with four decimals, or four digits where they are tiny or
// huge; null as "-"; text without control characters.
std::string cell_text(const Row& value);

}  // namespace jacquard::report
