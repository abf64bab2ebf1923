// SPDX-License-Identifier: Apache-2.0
// The traces of a job: one file per rank, of which many are equal byte for byte.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "jacquard/interop/chakra/trace.hpp"

namespace jacquard::interop {

// Ranks with equal files share one trace, so that a thousand of them cost as much as one.
struct RankTraces {
  std::vector<ChakraTrace> distinct;  // in the order of the first rank that has it
  std::vector<std::size_t> of_rank;   // index into distinct

  int ranks() const { return static_cast<int>(of_rank.size()); }
  const ChakraTrace& of(int rank) const {
    return distinct[of_rank[static_cast<std::size_t>(rank)]];
  }
};

// PREFIX.<rank>.et for ranks 0 .. ranks - 1, each trace checked on its own; or, where `prefix` is a
// file itself (.et or JSON), that one for every rank. Throws ConfigError that
// names a missing file; more files than ranks are no error.
RankTraces read_rank_traces(const std::string& prefix, int ranks);

// How many files PREFIX.0.et, PREFIX.1.et, ... stand there without a gap.
int count_rank_files(const std::string& prefix);

// "PREFIX.<rank>.et"
std::string rank_file(const std::string& prefix, int rank);

}  // namespace jacquard::interop
