// SPDX-License-Identifier: Apache-2.0
// How unevenly tokens choose experts, as a power law.
#pragma once

#include <vector>

namespace jacquard::demand {

// Weights of `experts` experts, the most popular first, any scale: the quantiles (i + 0.5)/experts
// of the density x^-exponent on [1, spread]. This is how AIConfigurator draws skewed routings
// (exponents 1.01 and 1.2), without its dice. Exponent 0 gives equal weights. experts >= 1,
// exponent >= 0, spread >= 1, all finite.
std::vector<double> expert_weights(int experts, double exponent, double spread);

}  // namespace jacquard::demand
