// SPDX-License-Identifier: Apache-2.0
// A line of a log, read and checked on its own.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/log/log.hpp"

namespace jacquard::interop {

constexpr int kMostRanks = 1 << 24;

// Whole numbers 0 .. `ranks` - 1, none twice; at least one.
std::vector<int> read_ranks(const config::Json& json, int ranks, const config::Place& place);

// Numbers of groups that lines name by "group_id", or by "ranks", or both.
class GroupBook {
 public:
  // The groups of a manifest, which are all there are.
  explicit GroupBook(const Log& log) : ranks_(log.ranks), groups_(log.groups), fixed_(true) {}
  // Of a plain log: "ranks" tell the groups.
  explicit GroupBook(int ranks) : ranks_(ranks) {}

  int ranks() const { return ranks_; }
  // Throws ConfigError for a group that is not known, that has other ranks, or not this one.
  int number(std::optional<int> id, const std::optional<std::vector<int>>& ranks, int rank,
             const config::Place& place);
  const std::vector<int>& members(int group) const { return groups_.at(group).ranks; }
  const std::map<int, LogGroup>& groups() const { return groups_; }

 private:
  int ranks_;
  std::map<int, LogGroup> groups_;
  bool fixed_ = false;
  std::map<std::vector<int>, int> numbers_;
};

// Throws ConfigError for what no rank can have called: an unknown op, type or key, amounts that are
// negative or huge, another rank's line, a root or peer outside the group or the world.
LogCall read_call(const config::Json& json, int rank, GroupBook& book, const config::Place& place);

}  // namespace jacquard::interop
