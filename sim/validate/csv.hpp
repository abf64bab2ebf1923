// SPDX-License-Identifier: Apache-2.0
// Measurements are read as any table is.
#pragma once

#include "jacquard/demand/csv.hpp"

namespace jacquard::validate {

using demand::CsvRow;
using demand::read_csv;

}  // namespace jacquard::validate
