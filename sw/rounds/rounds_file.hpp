// SPDX-License-Identifier: Apache-2.0
// A round graph on disk; docs/collectives.md describes the format, version 1.
#pragma once

#include <string>
#include <string_view>

#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::rounds {

inline constexpr std::size_t kLargestRoundsFile = std::size_t{1} << 28;
inline constexpr int kMostRanks = 1 << 20;

// Throws ConfigError with the JSON pointer for a file that is unreadable, larger than
// kLargestRoundsFile, no JSON, of another format or version, with missing, unknown or wrong keys,
// or of a graph with faults(); rounds that wait for each other are named.
RoundGraph read_rounds(const std::string& path);
// The same from text; `source` names it in errors.
RoundGraph parse_rounds(std::string_view text, const std::string& source);

// The text that parse_rounds reads back as the same graph, one line per round.
std::string rounds_text(const RoundGraph& graph);
// Throws ConfigError if it cannot.
void write_rounds(const std::string& path, const RoundGraph& graph);

}  // namespace jacquard::rounds
