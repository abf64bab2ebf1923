// SPDX-License-Identifier: Apache-2.0
// The dimensions that ASTRA-sim's system layer sees: those of the network, or all NPUs as one
// ("one..."), or the members of a communicator group as one.
#pragma once

#include <vector>

#include "jacquard/astra/delays.hpp"

namespace jacquard::astra {

// The NPUs that differ in one such dimension, as positions 0 .. members-1.
struct Line {
  int members = 1;
  int stride = 1;
  const std::vector<int>* list = nullptr;  // of a group; instead of the stride
  struct Digit {
    int stride = 1;  // of NPU numbers
    int radix = 1;
  };
  std::vector<Digit> digits;  // of a group by places, the fastest first; instead of either
  Implementation implementation;
  bool local = false;  // a group smaller than the cluster

  bool of_group() const { return list != nullptr || !digits.empty(); }
  // -1 where a list does not hold the NPU.
  int position(int npu) const;
  // The NPU at `position` of the line that `npu` is in.
  int npu_at(int npu, int position) const;
};

// In ascending order. Throws ConfigError if the system does not say how to do this kind, or has
// more entries than the network dimensions.
std::vector<Line> lines_of(const Input& input, const Places& places, CollectiveKind kind,
                           int group);

// Key of system.json: "all-reduce-implementation".
const char* implementation_key(CollectiveKind kind);

}  // namespace jacquard::astra
