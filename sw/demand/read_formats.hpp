// SPDX-License-Identifier: Apache-2.0
// The formats behind read_demand.hpp, one reader each. A reader starts with the first significant
// line already taken from `lines`, and gives each matrix to `take` until that returns false.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/line_reader.hpp"
#include "jacquard/demand/read_demand.hpp"

namespace jacquard::demand {

using Take = std::function<bool(DemandMatrix&&)>;

void read_csv_matrix(LineReader& lines, const std::string& first, const ReadOptions& options,
                     const Take& take);
void read_json_matrices(LineReader& lines, std::string first, const ReadOptions& options,
                        const Take& take);
void read_expert_counts(LineReader& lines, const std::string& header, const ReadOptions& options,
                        const Take& take);
// Reads the input twice: which source a token has depends on how many tokens there are.
void read_routing_log(const Input& input, const ReadOptions& options, const Take& take);

// True for an empty line and for a comment, which begins with '#'.
bool is_blank_or_comment(std::string_view line);
// The next line that is neither. False at the end. Throws ConfigError after a million others in a
// row.
bool next_significant(LineReader& lines, std::string_view& line);

// One entry of a matrix: a whole number written in any decimal form ("12", "12.0", "1.2e1"), times
// what one unit weighs, in 0..kMaxEntry. Throws ConfigError at `place`.
std::int64_t read_entry(std::string_view text, base::Bytes weight, const config::Place& place);
std::int64_t checked_entry(double value, base::Bytes weight, std::string_view found,
                           const config::Place& place);

// Cuts the next cell off a line of cells, without the blanks around it. False when none is left.
bool next_cell(std::string_view& rest, char separator, std::string_view& cell);

// Port of expert e when `experts` stand contiguously on `ports`: block sizes differ by at most one.
inline int port_of_expert(int e, int experts, int ports) {
  return static_cast<int>(static_cast<std::int64_t>(e) * ports / experts);
}

}  // namespace jacquard::demand
