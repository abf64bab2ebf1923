// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/rtl/coverage.hpp"
#include "sim/cli/command.hpp"

namespace jacquard::cli {

// A row `coverage` for each kind of thing that a run is to have done.
void add_coverage_rows(report::Result& result, const std::vector<rtl::Covered>& covered);
report::RowKind coverage_row_kind();

}  // namespace jacquard::cli
