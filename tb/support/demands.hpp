// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/demand/quanta_matrix.hpp"

namespace tb {

// Entries uniform in 0..largest, a share `zeros` of them replaced by 0.
inline jacquard::demand::QuantaMatrix random_quanta(int ports, std::int64_t largest, double zeros,
                                                    std::uint64_t seed) {
  jacquard::base::Rng rng(seed, "tb/random-quanta", static_cast<std::uint64_t>(ports));
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ports) *
                                   static_cast<std::size_t>(ports));
  for (std::int64_t& count : counts) {
    count = rng.between(0, largest);
    if (rng.chance(zeros)) count = 0;
  }
  return {ports, counts};
}

}  // namespace tb
