// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"

namespace jacquard::stack {

// For each of many, a list of numbers, all in one array. Count each list's numbers first, then
// add() them: for_each_pair(f) is called twice and calls f(list, number), alike both times.
class Lists {
 public:
  Lists() = default;
  template <class ForEachPair>
  Lists(std::size_t lists, ForEachPair for_each_pair) : first_(lists + 1, 0) {
    for_each_pair([&](std::size_t list, std::uint32_t) { ++first_[list + 1]; });
    for (std::size_t k = 0; k < lists; ++k) first_[k + 1] += first_[k];
    numbers_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for_each_pair([&](std::size_t list, std::uint32_t number) { numbers_[next[list]++] = number; });
  }

  base::Span<const std::uint32_t> operator[](std::size_t list) const {
    return {numbers_.data() + first_[list], first_[list + 1] - first_[list]};
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace jacquard::stack
