// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/result.hpp"
#include "sim/explain/compare.hpp"

namespace jacquard::cli {

// "The second takes 12.3 ms where the first takes 10.1 ms (step): compute: ffn_up +1.9 ms."
std::string sentence_of(const explain::Comparison& all);

// Rows of a comparison; tables for people have the first figures alone.
void add_rows(report::Result& result, const explain::Comparison& all);

// Of the first result with each other one of the same verb, as a page takes them: "[]" of one.
std::string comparisons_json(const std::vector<std::string>& paths);

}  // namespace jacquard::cli
