// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"
#include "jacquard/schedule/circuit/residue.hpp"

namespace jacquard::schedule {

// A plan of holds, and for every line which of them it has still to fill: a line is in each setting
// once. Lines are rows 0..N-1, then columns.
class LineSlots {
 public:
  static constexpr int kNone = -1;

  // `holds` descending; no line of `demand` has more nonzeros than there are holds.
  LineSlots(const Residue& demand, std::vector<std::int64_t> holds);

  std::int64_t hold(int slot) const { return base::at(holds_, slot); }
  // Slots a line can leave empty or fill with a further piece of an entry that is cut.
  int spare_slots(int line) const { return base::at(spare_slots_, line); }
  // Quanta that a line can leave unused.
  std::int64_t spare(int line) const { return base::at(spare_, line); }

  // The free slot of the shortest hold that is at least `quanta`; kNone if there is none.
  int shortest(int line, std::int64_t quanta) const;
  // The free slot of the longest hold that is at most `quanta`; kNone if there is none.
  int longest(int line, std::int64_t quanta) const;
  // The first free slot at or after `slot`; kNone if there is none.
  int next(int line, int slot) const;
  // The same, past all slots with the hold of `slot`.
  int next_shorter(int line, int slot) const;

  void fill(int line, int slot, std::int64_t quanta);
  void cut(int line, int more_pieces) { base::at(spare_slots_, line) -= more_pieces; }
  void lend(int line, int slot) { free_.reset(line, slot); }
  void give_back(int line, int slot) { free_.set(line, slot); }

 private:
  std::vector<std::int64_t> holds_;
  std::vector<int> next_hold_;  // of each slot: the first with a shorter hold
  base::BitMatrix free_;
  std::vector<int> spare_slots_;
  std::vector<std::int64_t> spare_;
};

}  // namespace jacquard::schedule
