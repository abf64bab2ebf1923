// SPDX-License-Identifier: Apache-2.0
// How few slots a direct schedule of so many settings can take.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/demand/quanta_matrix.hpp"

namespace jacquard::schedule {

// A line with m entries has at most P - m pieces more than entries in P settings, as each setting
// carries one piece of it at most. Let the settings be sorted, longest first. Then, for each line:
//   its j longest entries lie in j + P - m settings at most, whose holds sum to theirs at least
//   of its k + P - m longest entries k are whole, so the k longest holds are as long as the last
// The slots are at least the first for one line and one j, and the second for all settings beyond.
class FewestSlots {
 public:
  // O(N^2 log N).
  explicit FewestSlots(const demand::QuantaMatrix& demand);

  // Any direct schedule has so many settings at least: the most entries of a line.
  int settings() const { return settings_; }
  // D, the largest line sum: with twice settings() and more no other bound is left.
  std::int64_t ever() const { return ever_; }
  // Slots of any direct schedule of `settings` >= settings(), O(N^2 + settings).
  std::int64_t of(int settings) const;

 private:
  std::vector<std::vector<std::int64_t>> lines_;  // entries of each, longest first
  int settings_ = 0;
  std::int64_t ever_ = 0;
};

}  // namespace jacquard::schedule
