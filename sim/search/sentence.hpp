// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/search/rows.hpp"

namespace jacquard::searching {

// The best of how many designs, and whether another feasible one may be better. Nothing where none
// could be evaluated.
std::string words_of_search(const SummaryRow& summary);

// An agent that was given up, as it asked for the same designs over and over.
std::string words_of_repeats(const SummaryRow& summary);

}  // namespace jacquard::searching
