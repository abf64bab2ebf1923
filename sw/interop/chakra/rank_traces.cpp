// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/rank_traces.hpp"

#include <filesystem>
#include <unordered_map>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/interop/chakra/check.hpp"

namespace jacquard::interop {

std::string rank_file(const std::string& prefix, int rank) {
  return prefix + "." + std::to_string(rank) + ".et";
}

int count_rank_files(const std::string& prefix) {
  int ranks = 0;
  std::error_code ignored;
  while (std::filesystem::exists(rank_file(prefix, ranks), ignored)) ++ranks;
  return ranks;
}

RankTraces read_rank_traces(const std::string& prefix, int ranks) {
  RankTraces all;
  std::error_code no_such_file;
  if (std::filesystem::is_regular_file(prefix, no_such_file)) {
    all.distinct.push_back(read_chakra(prefix));
    check_trace(all.distinct.front());
    all.of_rank.assign(static_cast<std::size_t>(ranks), 0);
    return all;
  }
  std::unordered_map<std::string, std::size_t> seen;  // by a file's bytes
  for (int rank = 0; rank < ranks; ++rank) {
    const std::string path = rank_file(prefix, rank);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
      const int there = count_rank_files(prefix);
      throw base::ConfigError({path, "", "a trace of each of " + std::to_string(ranks) + " ranks",
                               "no such file",
                               there == 0 ? "traces are PREFIX.0.et, PREFIX.1.et, ..."
                                          : "there are those of " + std::to_string(there)});
    }
    const auto [entry, is_new] = seen.try_emplace(base::read_file(path), all.distinct.size());
    if (is_new) {
      ChakraTrace trace = parse_chakra(entry->first, path);
      check_trace(trace);
      all.distinct.push_back(std::move(trace));
    }
    all.of_rank.push_back(entry->second);
  }
  return all;
}

}  // namespace jacquard::interop
