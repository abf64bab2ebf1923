// SPDX-License-Identifier: Apache-2.0
// Words that people use, and the names that we have for the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jacquard::base {

// Our names for what `word` means, the likeliest first: "guard" for "reconfiguration_time" or
// "--reconfiguration", "bandwidth" for "NVLink". Capitals, dashes and underscores do not matter.
std::vector<std::string> our_names_for(std::string_view word);

// The candidate that is one of these names, whatever dashes it begins with; "" if none is.
std::string meant_by(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace jacquard::base
