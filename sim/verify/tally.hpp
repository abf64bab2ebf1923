// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/schedule/core/core.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::verify {

// The plain runs of a scheduler core, as the report sums them up.
class Tally {
 public:
  void add(const demand::QuantaMatrix& demand, const schedule::CoreRun& run);
  void fill(Report& report) const;

 private:
  std::int64_t runs_ = 0;
  std::int64_t cycles_max_ = 0, load_cycles_ = 0, first_permutation_cycles_max_ = 0;
  double cycles_ = 0, permutations_ = 0, efficiency_ = 0;
};

}  // namespace jacquard::verify
