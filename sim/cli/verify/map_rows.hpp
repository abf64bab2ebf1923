// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/rtl/wiring.hpp"
#include "sim/cli/command.hpp"

namespace jacquard::cli {

// A row `map` for each role: its port, and whether anybody said so.
void add_map_rows(report::Result& result, const rtl::Wiring& wiring);
report::RowKind map_row_kind();

}  // namespace jacquard::cli
