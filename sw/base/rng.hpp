// SPDX-License-Identifier: Apache-2.0
// Random streams named by (seed, purpose, index): results depend on neither thread count nor order.
// The distributions are written out here, so they do not depend on the standard library.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace jacquard::base {

// xoshiro256++ (Blackman & Vigna 2019), seeded through splitmix64.
class Rng {
 public:
  using result_type = std::uint64_t;

  Rng(std::uint64_t seed, std::string_view purpose, std::uint64_t index = 0);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()();

  std::uint64_t below(std::uint64_t bound);        // uniform in [0, bound), unbiased; bound > 0
  std::int64_t between(std::int64_t lo, std::int64_t hi);  // uniform in [lo, hi], lo <= hi
  double uniform();                                // uniform in [0, 1)
  bool chance(double probability);                 // true with `probability`
  double normal();                                 // mean 0, variance 1
  double gamma(double shape);                      // scale 1, shape > 0 (Marsaglia & Tsang 2000)
  std::vector<double> dirichlet(int parts, double concentration);  // sums to 1
  std::vector<int> permutation(int n);             // uniform (Fisher-Yates)

 private:
  std::uint64_t state_[4];
};

}  // namespace jacquard::base
