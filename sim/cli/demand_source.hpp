// SPDX-License-Identifier: Apache-2.0
// What a user may give as --demand: a file, or a generator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/read_demand.hpp"

namespace jacquard::cli {

struct NamedDemand {
  std::string name;  // "esft.jsonl[3]" or "moe:64[3], seed 1"
  int index;
  demand::DemandMatrix matrix;
};

// `source` is a file or a generator, as demand::demand_from() takes it. `index` picks one matrix;
// without it, every matrix of a file, or the first kGeneratedAll of a generator.
inline constexpr int kGeneratedAll = 100;
std::vector<NamedDemand> load_demands(const std::string& source, std::optional<int> index,
                                      const demand::ReadOptions& reading, std::uint64_t seed);

// "--index": a number from 0, or "all" (no value). Throws ConfigError otherwise.
std::optional<int> parse_index(const std::string& text);

}  // namespace jacquard::cli
