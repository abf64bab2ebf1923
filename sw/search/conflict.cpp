// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/conflict.hpp"

#include <algorithm>

namespace jacquard::search {
namespace {

using Rules = std::vector<const Rule*>;

// A clashing subset of `size` rules.
Rules of_size(const Space& space, const Rules& rules, std::size_t size) {
  std::vector<bool> taken(rules.size(), false);
  std::fill(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(size), true);
  do {
    Rules some;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (taken[i]) some.push_back(rules[i]);
    }
    if (!first_solution(space, some)) return some;
  } while (std::prev_permutation(taken.begin(), taken.end()));
  return {};
}

}  // namespace

Rules smallest_conflict(const Space& space, const Rules& rules) {
  Rules left = rules;
  if (rules.size() <= kTriedBySize) {
    for (std::size_t size = 1; size < rules.size(); ++size) {
      Rules some = of_size(space, rules, size);
      if (!some.empty()) return some;
    }
    return left;
  }
  for (std::size_t i = 0; i < left.size();) {
    Rules without = left;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    if (first_solution(space, without)) {
      ++i;
    } else {
      left = std::move(without);
    }
  }
  return left;
}

}  // namespace jacquard::search
