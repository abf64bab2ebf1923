// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/interop/log/families.hpp"

namespace jacquard::interop {

// Classes of which some group of a family has members, directly or over further groups.
class MeetingClasses {
 public:
  MeetingClasses(const Log& log, const Families& families);

  // Equal for two classes if they meet. Family -1 is that of all ranks, in which all do.
  int together(int family, int one) const;

 private:
  std::vector<std::vector<int>> of_family_;
};

}  // namespace jacquard::interop
