// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/report/result.hpp"

namespace jacquard::cli {

// Of a row of `verify`, the columns that the verdict rests on: what fits a terminal. The fault, the
// waveform and the second simulator's answer stand on stderr; --json has all.
report::Row table_row(const report::Row& all);

}  // namespace jacquard::cli
