// SPDX-License-Identifier: Apache-2.0
// What one side is set to at one switch over time, in numbers: 0 for nothing, then 1, 2, ... in the
// order of their first slots. Sides that change alike have one track, whatever they are set to.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "jacquard/stack/settings/slot_index.hpp"

namespace jacquard::stack {

struct Track {
  SlotIndex starts;
  std::vector<std::uint32_t> states;  // from each start on

  std::uint32_t at(std::int64_t slot) const {
    const std::int64_t change = starts.find(slot);
    return change < 0 ? 0 : states[static_cast<std::size_t>(change)];
  }
};

// Each track once.
class Tracks {
 public:
  std::uint32_t number_of(std::vector<std::int64_t> starts, std::vector<std::uint32_t> states);
  const Track& operator[](std::uint32_t number) const { return tracks_[number]; }

 private:
  std::vector<Track> tracks_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
};

}  // namespace jacquard::stack
