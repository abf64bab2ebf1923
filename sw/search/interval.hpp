// SPDX-License-Identifier: Apache-2.0
// What an expression can be at most and at least where its names are only known to lie in ranges.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "jacquard/search/expression.hpp"

namespace jacquard::search {

struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

Interval operator+(Interval a, Interval b);
Interval operator-(Interval a);
Interval operator*(Interval a, Interval b);
Interval operator/(Interval a, Interval b);     // everything where b may be 0 within
Interval power(Interval a, Interval exponent);  // everything where it is not sure

// One for each element; words are everything.
struct Range {
  std::vector<Interval> elements;
  bool list = false;
};
using Ranges = std::map<std::string, Range, std::less<>>;

// Encloses all values that the expression has while its names lie in their ranges; up to rounding,
// and for a list the hull of its elements.
Interval enclosure(const Expression& expression, const Ranges& ranges);

}  // namespace jacquard::search
