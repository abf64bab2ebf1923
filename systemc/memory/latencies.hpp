// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// How long each access took, in the order they began.
class Latencies {
 public:
  std::size_t begin(base::Picoseconds at) {
    all_.push_back({at, kUnfinished});
    return all_.size() - 1;
  }
  void end(std::size_t index, base::Picoseconds at) { all_[index].end = at; }

  // Of those that have ended until `now`.
  std::vector<base::Picoseconds> until(base::Picoseconds now) const {
    std::vector<base::Picoseconds> ended;
    for (const Span& span : all_) {
      if (span.end != kUnfinished && span.end <= now) ended.push_back(span.end - span.begin);
    }
    return ended;
  }

 private:
  struct Span {
    base::Picoseconds begin;
    base::Picoseconds end;
  };
  static constexpr base::Picoseconds kUnfinished{-1};
  std::vector<Span> all_;
};

}  // namespace jacquard::systemc
