// SPDX-License-Identifier: Apache-2.0
// The words for what a round graph is made of, in files and options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::rounds {

// "all-reduce", "reduce-scatter", "all-gather", "all-to-all", "broadcast", "send", "reduce", in
// that order. A permute is not asked for by its name alone.
const std::vector<std::string>& kind_names();
const std::string& name_of(CollectiveKind kind);
// Throws ConfigError with the nearest name.
CollectiveKind kind_named(std::string_view name, const std::string& source);

}  // namespace jacquard::rounds
