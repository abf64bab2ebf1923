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

// Numbers of groups by their names, where these are not the numbers.
using GroupNumbers = std::map<std::string, int>;

// A text that is a number not below 0 and nothing else.
std::optional<double> decimal(const std::string& text);

// Gives each group that a trace tells of a number: its own, unless it is 0 or that of another
// group.
class Numbering {
 public:
  // Adds to `groups`. `npus` 0: it is not known how many there are.
  Numbering(std::map<int, std::vector<int>>& groups, int npus) : groups_(groups), npus_(npus) {}

  // Throws ConfigError for ranks that are not there.
  GroupNumbers of(const ChakraTrace& trace, bool zero_is_everybody);

 private:
  int number_of(const ChakraTrace& trace, ProcessGroup group);

  std::map<int, std::vector<int>>& groups_;
  int npus_;
  int last_ = kLastGroup;
  std::map<std::pair<std::string, std::vector<int>>, int> numbers_;
};

}  // namespace jacquard::interop
