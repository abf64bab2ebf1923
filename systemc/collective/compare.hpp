// SPDX-License-Identifier: Apache-2.0
// One collective by many algorithms, spreads, chunks and sizes, ranked.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "systemc/collective/collective_config.hpp"
#include "systemc/collective/reached.hpp"

namespace jacquard::run {

struct Combination {
  std::string algorithm;  // as --algorithm takes it, or NCCL's by its law
  collective::Spread spread = collective::Spread::baseline;
  int chunks = 1;

  bool is_by_law() const { return algorithm.rfind("nccl-", 0) == 0; }
};

struct Asked {
  CollectiveConfig config;              // what all have in common
  std::vector<std::string> algorithms;  // none: the usual way alone
  std::vector<collective::Spread> spreads;
  std::vector<int> chunks;
  std::vector<base::Bytes> sizes;  // ascending
  Reached reached;
  // Whether NCCL's law is ranked, where it has a time: beside the ways, or alone.
  enum class ByLaw { no, beside, alone } by_law = ByLaw::no;
  bool usual = false;  // with the way that a library would take for each size
  // A way of more is left out: in one chunk, in several. The config's own way never is.
  double most_rounds = std::numeric_limits<double>::infinity();
  double most_rounds_in_chunks = std::numeric_limits<double>::infinity();
};

struct Ranked {
  Combination how;
  base::Bytes bytes{0};
  int rank = 0;  // 1 is the fastest of its size
  base::Picoseconds time{0};
  std::optional<base::Picoseconds> bound;  // where all NPUs of a fabric take part alike
  double algorithm_bandwidth = 0;          // bytes a second
  double bus_bandwidth = 0;
  bool reached = false;  // links have what is reached, or NCCL's law says it all
};

// Every algorithm in each dimension: all mixtures of two dimensions, and one for all of more. Not
// chain, which is for lines of NPUs and never the fastest elsewhere; nor nvls and sharp, as most
// switches add nothing.
std::vector<std::string> every_algorithm(const topology::Network& network);

// Whether ranks stand in two dimensions or more, so that an all-reduce may be spread in two ways.
bool has_spreads(const CollectiveConfig& config, const topology::Network& network);

// Adds to every algorithm the spreads and the numbers of chunks that a library would try, where the
// question leaves them open, and the config's own way: so no way that is run without a choice is
// faster than the first of a ranking.
struct LeftOpen {
  bool spread = false;
  bool chunks = false;
};
// Of which a library would choose; requires a fabric.
std::vector<std::string> usual_algorithms(const CollectiveConfig& config,
                                          const topology::Network& network);
void add_usual_ways(Asked& asked, LeftOpen open, const topology::Network& network);

// "ring" of "ring,ring": an algorithm for each dimension as one, where all are the same.
std::string of_all_dimensions_alike(const std::string& algorithm);

// Whether a library has a choice: in a collective on a fabric that is no mere send, without a
// demand of its own. With a root, of at most 1,024 NPUs, as others take long.
bool has_usual_ways(const CollectiveConfig& config, const topology::Network& network);

// The fastest usual way for the config's bytes: step::CollectiveTimes::way_of(), as jobs have it;
// with a root, that which an engine finds to be so. Nothing where there is no choice, and in
// another mode.
std::optional<Combination> usual_way(const CollectiveConfig& config,
                                     const topology::Network& network, const Reached& reached,
                                     int threads);

// Of the usual way for the config's bytes on an engine of closed forms: as a step has it. Nothing
// on another engine and with a root, and under rules that such engines refuse.
std::optional<base::Picoseconds> closed_time(const CollectiveConfig& config,
                                             const topology::Network& network,
                                             const Reached& reached);

// Every combination that can be made, by size and then by rank. Of equal times the one of fewer
// chunks, and then the first of the lists, comes first. Throws ConfigError if none can be made.
// `done` hears of so many of so many. The answer does not depend on `threads` (0: all cores).
std::vector<Ranked> compare(const Asked& asked, const topology::Network& network,
                            std::uint64_t seed, int threads,
                            const std::function<void(double, double)>& done = {});

}  // namespace jacquard::run
