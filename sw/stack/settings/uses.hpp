// SPDX-License-Identifier: Apache-2.0
// Which messages an actor's ports carry in a slot.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/stack/settings/side.hpp"
#include "jacquard/stack/settings/slot_index.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::stack {

class Uses {
 public:
  explicit Uses(const Stack& stack);  // its plan and timeline outlive this

  // Calls `take` with the index, into Timeline::placed, of each that occupies the side in `slot`,
  // the last to begin first. Several share a slot where one leads another (Placed::lead), or where
  // their patterns have disjoint ranks.
  template <class Take>
  void at(const ActorSide& side, std::int64_t slot, const Take& take) const {
    const List& list = sides_[side_index(side, channels_)];
    for (std::int64_t i = list.starts.find(slot); i >= 0; --i) {
      const std::int32_t placed = list.placed[base::index(i)];
      if (base::at(timeline_->placed, placed).end() > slot) take(placed);
      if (list.reach[base::index(i)] <= slot) return;
    }
  }

 private:
  struct List {
    SlotIndex starts;
    std::vector<std::int32_t> placed;
    std::vector<std::int64_t> reach;  // the last end of those before
  };
  const Timeline* timeline_;
  int channels_;
  std::vector<List> sides_;  // by side_index
};

}  // namespace jacquard::stack
