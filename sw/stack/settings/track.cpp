// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/settings/track.hpp"

#include "jacquard/base/digest.hpp"

namespace jacquard::stack {

std::uint32_t Tracks::number_of(std::vector<std::int64_t> starts,
                                std::vector<std::uint32_t> states) {
  base::Digest digest;
  for (const std::int64_t start : starts) digest.add_signed(start);
  for (const std::uint32_t state : states) digest.add(state);
  const std::uint64_t hash = digest.value().first;
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto known = first; known != last; ++known) {
    const Track& track = tracks_[known->second];
    if (track.starts.starts() == starts && track.states == states) return known->second;
  }
  const auto number = static_cast<std::uint32_t>(tracks_.size());
  tracks_.push_back({SlotIndex(std::move(starts)), std::move(states)});
  by_hash_.emplace(hash, number);
  return number;
}

}  // namespace jacquard::stack
