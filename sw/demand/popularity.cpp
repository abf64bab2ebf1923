// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/popularity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::demand {
namespace {

constexpr std::uint64_t kGrid = 64;            // times between values of the coarse grid
constexpr std::uint64_t kBefore = 1ull << 32;  // grid points that exist before time 0
constexpr std::uint64_t kMostStreams = 1024;

constexpr double kHotGap = 1.85;
constexpr double kSlowRho = .995;
constexpr double kSlowSigma = .35;
constexpr double kFastRho = .5;
constexpr double kFastSigma = .12;

struct Stream {
  double rho;
  std::uint64_t seed;
  std::string_view purpose;
  std::uint64_t number;

  base::Rng at(std::uint64_t point) const { return {seed, purpose, point * kMostStreams + number}; }

  double on_grid(std::uint64_t point) const {
    const double keep = std::pow(rho, static_cast<double>(kGrid));
    double weight = std::sqrt(1 - keep * keep);
    double value = 0;
    for (std::uint64_t back = 0; weight > 1e-8; ++back, weight *= keep) {
      value += weight * at(point + kBefore - back).normal();
    }
    return value;
  }
};

}  // namespace

double autoregressive(double rho, std::uint64_t seed, std::string_view purpose, int stream,
                      std::uint64_t time) {
  const std::string bridge = std::string(purpose) + " between";
  const Stream noise{rho, seed, purpose, static_cast<std::uint64_t>(stream)};
  const std::uint64_t point = time / kGrid;
  const std::uint64_t past = time % kGrid;
  double value = noise.on_grid(point);
  if (past == 0) return value;
  const double target = noise.on_grid(point + 1);
  base::Rng rng = Stream{rho, seed, bridge, noise.number}.at(point);
  const double forward = 1 / (1 - rho * rho);  // precision of one step given the value before
  for (std::uint64_t step = 1; step <= past; ++step) {
    const double decay = std::pow(rho, static_cast<double>(kGrid - step));
    const double backward = 1 / (1 - decay * decay);  // of the target given this value
    const double precision = forward + decay * decay * backward;
    const double mean = (rho * value * forward + decay * target * backward) / precision;
    value = mean + rng.normal() / std::sqrt(precision);
  }
  return value;
}

std::vector<double> popularity(int ports, std::uint64_t seed, std::uint64_t time) {
  const int hot = std::max(1, ports / 4);
  const std::vector<int> order = base::Rng(seed, "moe hot experts").permutation(ports);
  std::vector<double> share(static_cast<std::size_t>(ports));
  for (int rank = 0; rank < ports; ++rank) {
    const int port = base::at(order, rank);
    const double log_weight =
        (rank < hot ? kHotGap : 0) +
        kSlowSigma * autoregressive(kSlowRho, seed, "moe drift", port, time) +
        kFastSigma * autoregressive(kFastRho, seed, "moe flutter", port, time);
    base::at(share, port) = std::exp(log_weight);
  }
  const double sum = std::accumulate(share.begin(), share.end(), 0.0);
  for (double& s : share) s /= sum;
  return share;
}

}  // namespace jacquard::demand
