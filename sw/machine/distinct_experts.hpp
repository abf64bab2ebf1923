// SPDX-License-Identifier: Apache-2.0
// The experts of one token: each at most once.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/rng.hpp"

namespace jacquard::machine {

// Experts are drawn one after another, each by its share among those that are left. Where none of
// these has a share, they are alike.
class DistinctExperts {
 public:
  // `shares`: of each expert, not below 0.
  explicit DistinctExperts(std::vector<double> shares);

  // `count` different experts, at most as many as there are, in the order they are drawn. Valid
  // until the next call.
  const std::vector<int>& draw(int count, base::Rng& rng);

 private:
  int draw_any(base::Rng& rng) const;
  int draw_of_rest(base::Rng& rng) const;

  std::vector<double> shares_;
  std::vector<double> sums_;  // of the shares up to each expert
  std::vector<int> drawn_;
  std::vector<char> is_drawn_;
};

}  // namespace jacquard::machine
