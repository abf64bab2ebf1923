// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/result.hpp"

namespace jacquard::cli {

// In the order in which pages and the last line of repro have them.
const std::vector<std::string>& repro_verdicts();

// Rows of repro as a page: a scatter for each paper, and every row with its verdict and remark.
std::string repro_page(const std::vector<report::Row>& rows, const std::string& command);

// Rows of a validation as a page: measured pairs as scatters, errors as bars.
std::string validate_page(const std::vector<report::Row>& rows, const std::string& name,
                          const std::string& command);

}  // namespace jacquard::cli
