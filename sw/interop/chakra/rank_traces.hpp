// SPDX-License-Identifier: Apache-2.0
// The traces of a job: one file per rank, of which many are equal, or differ only in the numbers
// of the process groups that a rank is in.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/interop/chakra/trace.hpp"

namespace jacquard::interop {

// Ranks with equal files share one trace, so that a thousand of them cost as much as one; so do
// those that are in other groups.
struct RankTraces {
  std::vector<ChakraTrace> distinct;  // in the order of the first rank that has it
  std::vector<std::size_t> of_rank;   // index into distinct
  // Of each rank, the numbers of its groups in the order of first use, and its file; of each
  // distinct trace, the first rank that has it, whose numbers it has. Empty where no rank is in
  // other groups than its trace says.
  std::vector<std::vector<int>> groups = {};
  std::vector<std::size_t> first_with = {};
  std::vector<std::string> sources = {};
  std::string digest = {};              // of all that was read; empty where nothing was
  std::vector<std::string> notes = {};  // what is otherwise than the file says, for people

  int ranks() const { return static_cast<int>(of_rank.size()); }
  // Up to the numbers of groups.
  const ChakraTrace& of(int rank) const { return distinct[base::at(of_rank, rank)]; }
  const std::string& source(int rank) const;
  // What a rank calls the group that its trace calls so.
  std::string group(int rank, const std::string& name) const;
  // The numbers by which a rank's trace names its groups, each with that of the rank. Empty where
  // they are the same.
  std::vector<std::pair<int, int>> renaming(int rank) const;
  // A rank's trace as its file has it.
  ChakraTrace whole(int rank) const;
};

// PREFIX.<rank>.et, or else PREFIX.<rank>.json, for ranks 0 .. ranks - 1, each trace checked on its
// own; or, where `prefix` is a file itself (.et or JSON), that one for every rank; or the ranks of
// a GOAL schedule (goal/traces.hpp), where 0 ranks are as many as it has. Throws ConfigError that
// names a missing file; more files than ranks are no error.
RankTraces read_rank_traces(const std::string& prefix, int ranks);

// Whether a path is a file that holds a GOAL schedule, which has all ranks in it.
bool is_goal_file(const std::string& path);

// How many files PREFIX.0.et, PREFIX.1.et, ... (or .json) stand there without a gap.
int count_rank_files(const std::string& prefix);

// "PREFIX.<rank>.et"
std::string rank_file(const std::string& prefix, int rank);

}  // namespace jacquard::interop
