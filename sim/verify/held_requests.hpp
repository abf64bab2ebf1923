// SPDX-License-Identifier: Apache-2.0
// Requests that are held until they are granted: what starves shows here.
#pragma once

#include <cstdint>
#include <string>

#include "sim/verify/arbiter_rules.hpp"

namespace jacquard::verify {

struct HeldRequest {
  Rows held;              // in every clock
  bool alone = false;     // one pair, and nobody else asks
  bool changing = false;  // other pairs ask in half of the clocks, at random
  int rounds = 1;         // every pair is to be granted so often
  std::string label;
};

// Each pair alone; all pairs (twice: a pointer that wraps around is seen to); each input for all
// outputs; all inputs for each output; random pairs; a pair among others that change.
class HeldRequests {
 public:
  HeldRequests(int ports, std::uint64_t seed);

  std::int64_t count() const;
  HeldRequest at(std::int64_t index) const;
  // What all ask for in a clock of that case: the held pairs and, if others change, theirs.
  Rows asked(std::int64_t index, const HeldRequest& request, std::int64_t clock) const;

 private:
  int n_;
  std::uint64_t seed_;
};

// Every pair asks with probability 1/2, drawn anew in every clock.
Rows saturated_requests(int ports, std::uint64_t seed, std::int64_t clock);

}  // namespace jacquard::verify
