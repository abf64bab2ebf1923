// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::report {

// A heading or name as words: "events_per_wall_s" is "events per wall s".
std::string words_of(std::string key);

// Times of a column ("627 ns", "1.13 us") in the unit of the largest, to three digits, where that
// leaves each at least a thousandth; else, and for cells that are no times, as they are.
std::vector<std::string> in_one_unit(std::vector<std::string> cells);

// An HTML table that scrolls by itself in a narrow window. All cells are text; each row has as many
// as there are headings.
std::string html_table(const std::vector<std::string>& headings,
                       const std::vector<std::vector<std::string>>& rows);

}  // namespace jacquard::report
