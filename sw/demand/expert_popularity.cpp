// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/expert_popularity.hpp"

#include <cmath>

#include "jacquard/base/error.hpp"

namespace jacquard::demand {

std::vector<double> expert_weights(int experts, double exponent, double spread) {
  JQ_CHECK(experts >= 1 && exponent >= 0 && spread >= 1 && std::isfinite(exponent) &&
               std::isfinite(spread),
           "a power law of experts has an exponent of 0 or more and a spread of 1 or more");
  if (exponent == 0) return std::vector<double>(static_cast<std::size_t>(experts), 1.0);
  std::vector<double> weights;
  weights.reserve(static_cast<std::size_t>(experts));
  const double power = 1 - exponent;
  const double log_spread = std::log(spread);
  const double rise = std::expm1(power * log_spread);  // spread^power - 1
  for (int i = experts - 1; i >= 0; --i) {
    const double u = (i + 0.5) / experts;
    // Near an exponent of 1 the inverse of the distribution tends to spread^u.
    const double log_weight =
        std::abs(power * log_spread) < 1e-9 ? u * log_spread : std::log1p(u * rise) / power;
    weights.push_back(std::exp(log_weight));
  }
  return weights;
}

}  // namespace jacquard::demand
