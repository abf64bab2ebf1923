// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/fault.hpp"

#include <numeric>

namespace jacquard::stack::check {

const char* name_of(FaultKind kind) {
  constexpr std::array<const char*, kFaultKinds> kNames{"port",  "circuit", "capacity", "early",
                                                        "order", "twice",   "missing",  "placement",
                                                        "claim", "job"};
  return kNames[static_cast<std::size_t>(kind)];
}

void Faults::take(Faults other) {
  for (std::size_t k = 0; k < kFaultKinds; ++k) {
    const std::int64_t before = counts_[k];
    counts_[k] += other.counts_[k];
    std::int64_t said = before;
    for (Fault& fault : other.first_) {
      if (static_cast<std::size_t>(fault.kind) != k || said >= kInWords) continue;
      first_.push_back(std::move(fault));
      ++said;
    }
  }
}

std::int64_t Faults::all() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

}  // namespace jacquard::stack::check
