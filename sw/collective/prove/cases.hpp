// SPDX-License-Identifier: Apache-2.0
// What `jacquard collective prove` proves.
#pragma once

#include <string>
#include <vector>

#include "jacquard/collective/prove/execute.hpp"
#include "jacquard/collective/request.hpp"

namespace jacquard::collective {

struct ProofCase {
  CollectiveRequest request;
  std::string algorithm;    // "ring", or "ring + direct" for two dimensions
  std::string unsupported;  // why there is nothing to prove, or ""
};

// One group of each number of ports, by each algorithm, for each kind. Trees and
// small groups with two chunks; the root is neither the first nor the last where it can be.
std::vector<ProofCase> flat_cases(const std::vector<Algorithm>& algorithms,
                                  const std::vector<CollectiveKind>& kinds,
                                  const std::vector<int>& ports);

// Two and three dimensions, each pair of algorithms in the first two, of shapes with at most
// `most_ports` NPUs; an all-reduce both ways to spread.
std::vector<ProofCase> mixed_cases(const std::vector<Algorithm>& algorithms,
                                   const std::vector<CollectiveKind>& kinds, int most_ports);

// prove() of the case's rounds, with as much effort as lets thousands of cases take seconds. Throws
// ConfigError for one too large.
Execution prove(const ProofCase& proof, std::uint64_t seed);

}  // namespace jacquard::collective
