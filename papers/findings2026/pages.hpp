// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/findings2026/rows.hpp"

namespace jacquard::studies::findings2026 {

std::string finding_page(const Found& found);
// All in one table, each with a way to its page.
std::string index_page(const std::vector<Found>& all);

}  // namespace jacquard::studies::findings2026
