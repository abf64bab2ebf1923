// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/fewest_slots.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::schedule {

FewestSlots::FewestSlots(const demand::QuantaMatrix& demand) : ever_(demand.largest_line_sum()) {
  const int n = demand.ports();
  for (int line = 0; line < 2 * n; ++line) {
    std::vector<std::int64_t> entries;
    for (int k = 0; k < n; ++k) {
      const std::int64_t left = line < n ? demand.at(line, k) : demand.at(k, line - n);
      if (left > 0) entries.push_back(left);
    }
    if (entries.empty()) continue;
    std::sort(entries.rbegin(), entries.rend());
    settings_ = std::max(settings_, static_cast<int>(entries.size()));
    lines_.push_back(std::move(entries));
  }
}

std::int64_t FewestSlots::of(int settings) const {
  JQ_CHECK(settings >= settings_, "a direct schedule has a setting for each entry of a line");
  std::vector<std::int64_t> longest(static_cast<std::size_t>(settings));  // least k-th longest hold
  std::vector<std::int64_t> first(longest.size() + 1);                    // least sum of k of them
  for (const std::vector<std::int64_t>& entries : lines_) {
    const int count = static_cast<int>(entries.size());
    const int spare = settings - count;
    std::int64_t sum = 0;
    for (int j = 0; j < count; ++j) {
      const std::int64_t entry = base::at(entries, j);
      sum += entry;
      std::int64_t& together = base::at(first, j + 1 + spare);
      together = std::max(together, sum);
      if (j < spare) continue;
      std::int64_t& alone = base::at(longest, j - spare);
      alone = std::max(alone, entry);
    }
  }
  std::int64_t slots = ever_;
  std::int64_t beyond = 0;
  for (int k = settings - 1; k >= 0; --k) {
    beyond += base::at(longest, k);
    slots = std::max(slots, base::at(first, k) + beyond);
  }
  return slots;
}

}  // namespace jacquard::schedule
