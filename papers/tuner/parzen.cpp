// SPDX-License-Identifier: Apache-2.0
#include "papers/tuner/parzen.hpp"

#include <algorithm>
#include <cmath>

namespace jacquard::studies {
namespace {

double normal_below(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

}  // namespace

Parzen::Parzen(std::vector<double> points) {
  constexpr double prior = 0.5;
  points.push_back(prior);
  std::sort(points.begin(), points.end());
  const std::size_t n = points.size();
  const double least = 1 / std::min(100.0, static_cast<double>(n) + 1);
  bool prior_placed = false;
  for (std::size_t k = 0; k < n; ++k) {
    const double below = points[k] - (k == 0 ? 0 : points[k - 1]);
    const double above = (k + 1 == n ? 1 : points[k + 1]) - points[k];
    double width = std::clamp(std::max(below, above), least, 1.0);
    if (!prior_placed && points[k] == prior) {
      width = 1;
      prior_placed = true;
    }
    const double mass =
        normal_below((1 - points[k]) / width) - normal_below((0 - points[k]) / width);
    kernels_.push_back({points[k], width, mass});
  }
}

double Parzen::draw(base::Rng& rng) const {
  const Kernel& kernel = kernels_[rng.below(kernels_.size())];
  for (;;) {
    const double at = kernel.centre + kernel.width * rng.normal();
    if (at >= 0 && at <= 1) return at;
  }
}

double Parzen::log_density(double at) const {
  constexpr double kRootTwoPi = 2.5066282746310002;
  double sum = 0;
  for (const Kernel& k : kernels_) {
    const double z = (at - k.centre) / k.width;
    sum += std::exp(-0.5 * z * z) / (k.width * k.mass * kRootTwoPi);
  }
  return std::log(sum / static_cast<double>(kernels_.size()));
}

}  // namespace jacquard::studies
