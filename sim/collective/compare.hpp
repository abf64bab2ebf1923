// SPDX-License-Identifier: Apache-2.0
// One collective by many algorithms, spreads, chunks and sizes, ranked.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/collective/collective_config.hpp"

namespace jacquard::run {

struct Combination {
  std::string algorithm;  // as --algorithm takes it
  collective::Spread spread = collective::Spread::baseline;
  int chunks = 1;
};

struct Asked {
  CollectiveConfig config;  // what all have in common
  std::vector<std::string> algorithms;
  std::vector<collective::Spread> spreads;
  std::vector<int> chunks;
  std::vector<base::Bytes> sizes;  // ascending
};

struct Ranked {
  Combination how;
  base::Bytes bytes{0};
  int rank = 0;  // 1 is the fastest of its size
  base::Picoseconds time{0};
  std::optional<base::Picoseconds> bound;  // where all NPUs of a fabric take part alike
  double algorithm_bandwidth = 0;          // bytes a second
  double bus_bandwidth = 0;
};

// Every algorithm in each dimension: all mixtures of two dimensions, and one for all of more.
std::vector<std::string> every_algorithm(const topology::Network& network);

// Every combination that can be made, by size and then by rank. Of equal times the one of fewer
// chunks, and then the first of the lists, comes first. Throws ConfigError if none can be made.
// `done` hears of so many of so many. The answer does not depend on `threads` (0: all cores).
std::vector<Ranked> compare(const Asked& asked, const topology::Network& network,
                            std::uint64_t seed, int threads,
                            const std::function<void(double, double)>& done = {});

}  // namespace jacquard::run
