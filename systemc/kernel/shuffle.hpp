// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/base/rng.hpp"

namespace jacquard::systemc {

// Puts events of one instant into some other order, for tests that the order does not matter. A
// process that asks is now and then put off by a delta cycle.
class Shuffle {
 public:
  explicit Shuffle(std::uint64_t seed) : on_(seed != 0), rng_(seed, "shuffle") {}
  bool postpones() { return on_ && rng_.chance(0.5); }

 private:
  bool on_;
  base::Rng rng_;
};

}  // namespace jacquard::systemc
