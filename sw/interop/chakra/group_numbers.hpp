// SPDX-License-Identifier: Apache-2.0
// Numbers of process groups that traces call by names, or differently.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/interop/chakra/process_groups.hpp"

namespace jacquard::interop {

constexpr int kLastGroup = 999'999'999;

// Numbers of groups by group_key() of their names, where these are not the numbers.
using GroupNumbers = std::map<std::string, int>;

// A text that is a number not below 0 and nothing else.
std::optional<double> decimal(const std::string& text);

// "1" of "1", "01" and "1.0", which are one group; a name that is no number up to kLastGroup as it
// stands.
std::string group_key(const std::string& name);

// The number of the group of a collective (pg_name); 0 is everybody, as no name is. Throws
// ConfigError for a name that is no number and that `groups` lacks.
int group_number(const ChakraTrace& trace, const ChakraNode& node, const GroupNumbers& groups);

// For each number that a rank's trace writes, that of its group and that of the rank's own
// (RankTraces::renaming), after `groups`.
std::vector<std::pair<int, int>> renumbered(const GroupNumbers& groups,
                                            std::vector<std::pair<int, int>> renaming);

// Gives each group that a trace tells of a number: its own, unless it is 0 or that of another
// group.
class Numbering {
 public:
  // Adds to `groups`, which are those of a file. `npus` 0: it is not known how many there are.
  Numbering(std::map<int, std::vector<int>>& groups, int npus)
      : groups_(groups), of_file_(groups), npus_(npus) {}

  // Throws ConfigError for ranks that are not there, and for a group that the trace says twice, or
  // that the trace and the file say, with other ranks.
  GroupNumbers of(const ChakraTrace& trace, bool zero_is_everybody);

  // Of the groups so far whose number is not their own, what the traces call them.
  std::map<int, std::string> names() const;

 private:
  int number_of(const ChakraTrace& trace, ProcessGroup group);

  std::map<int, std::vector<int>>& groups_;
  std::map<int, std::vector<int>> of_file_;
  int npus_;
  int last_ = kLastGroup;
  std::map<std::pair<std::string, std::vector<int>>, int> numbers_;
};

}  // namespace jacquard::interop
