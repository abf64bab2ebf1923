// SPDX-License-Identifier: Apache-2.0
// Options of `plan` that would have no effect beside others, alike in both spaces.
#pragma once

#include <string>

namespace jacquard::planner {

// As on the command line; "" where not given.
struct Asked {
  const std::string& strategy;
  const std::string& pareto;
  const std::string& deadline;
  bool fewest = false;
};

// Throws ConfigError naming the option that would be idle, and what it stands beside or lacks.
void refuse_idle(const Asked& asked);

// The same for an option that stands beside `other`, or without what it needs.
void refuse_beside(bool given, const char* option, const std::string& value, bool other,
                   const char* why);

}  // namespace jacquard::planner
