// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/base/rng.hpp"

namespace jacquard::studies {

// A density over 0..1 from points in it: a mixture, in equal shares, of a normal distribution
// around each point, cut off at 0 and 1, and of one wide one in the middle, the prior, which keeps
// every place possible. A point's width is the distance to the farther of its two neighbours,
// within 1/min(100, points + 2) and 1 (Bergstra et al. 2011, s4; bounds as in Hyperopt).
class Parzen {
 public:
  explicit Parzen(std::vector<double> points);

  double draw(base::Rng& rng) const;
  double log_density(double at) const;

 private:
  struct Kernel {
    double centre;
    double width;
    double mass;  // of the normal distribution within 0..1
  };
  std::vector<Kernel> kernels_;
};

}  // namespace jacquard::studies
