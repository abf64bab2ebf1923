// SPDX-License-Identifier: Apache-2.0
// Cells of strangers' tables: what a column is called, and how a value is written, differ.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/validate/csv.hpp"

namespace jacquard::validate {

// The column that the row's table has for what we call so: Megatron-Bridge's system, gbs and mbs
// are device, global_batch and micro_batch.
std::string_view column_of(const CsvRow& row, std::string_view column);
// The cell without blanks around it; "" for a column that the table has not, and for "-", "nan",
// "none", "null" and "n/a".
std::string given(const CsvRow& row, std::string_view asked);
// Its letters and digits alone, small: "H100 SXM" is "h100sxm".
std::string plain(std::string_view text);

// Nothing where the cell is empty. "8" and "8.0" are 8. Throw ConfigError at the column for other
// text, for less than 1 and for more than 2^30; the flag for what is not 0, 1, true, false, yes,
// no, on or off; the number for less than 0 or more than 1e15.
std::optional<int> given_count(const CsvRow& row, std::string_view column);
std::optional<bool> given_flag(const CsvRow& row, std::string_view column);
std::optional<double> given_number(const CsvRow& row, std::string_view column);

}  // namespace jacquard::validate
