// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// How long each access took, in the order they began: eight bytes each, as runs have millions.
class Latencies {
 public:
  std::size_t begin(base::Picoseconds at) {
    all_.push_back(kUnfinished - at.count());
    return all_.size() - 1;
  }
  void end(std::size_t index, base::Picoseconds at) {
    all_[index] = at.count() - (kUnfinished - all_[index]);
  }
  // One whose end is known when it begins.
  void add(base::Picoseconds latency) { all_.push_back(latency.count()); }

  std::size_t size() const { return all_.size(); }
  // Of those that have ended.
  std::vector<base::Picoseconds> ended() const {
    std::vector<base::Picoseconds> ended;
    ended.reserve(all_.size());
    for (const std::int64_t latency : all_) {
      if (latency >= 0) ended.emplace_back(latency);
    }
    return ended;
  }

 private:
  // An access that has not ended holds kUnfinished minus its beginning, which is negative.
  static constexpr std::int64_t kUnfinished = -1;
  std::vector<std::int64_t> all_;
};

}  // namespace jacquard::systemc
