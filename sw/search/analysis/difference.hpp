// SPDX-License-Identifier: Apache-2.0
// How one design differs from another.
#pragma once

#include <string>
#include <vector>

#include "jacquard/search/space.hpp"

namespace jacquard::search {

struct Difference {
  std::string knob;  // a family; values of a knob per dimension have commas between them
  std::string from;
  std::string to;
};

// Knobs and derived knobs that differ, in the space's order.
std::vector<Difference> difference(const Space& space, const Point& from, const Point& to);

}  // namespace jacquard::search
