// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/agents/kernel_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "jacquard/search/agents/gaussian_process_state.hpp"

namespace jacquard::search {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A normal density of a logarithm, as far as it depends on it.
struct Belief {
  double mean;
  double deviation;
  double value(double at) const {
    return -0.5 * (at - mean) * (at - mean) / (deviation * deviation);
  }
  double slope(double at) const { return -(at - mean) / (deviation * deviation); }
};

Belief length_belief(std::size_t knobs) {
  return {0.5 * std::log(static_cast<double>(std::max<std::size_t>(knobs, 1))), std::sqrt(3.0)};
}
constexpr Belief kNoise{-6.0, 1.5};
constexpr double kLeastLog = -14, kMostLog = 8;  // of lengths and noise: beyond all that matters

}  // namespace

KernelChoice first_choice(std::size_t knobs) {
  return {std::vector<double>(knobs, std::exp(length_belief(knobs).mean)), std::exp(kNoise.mean)};
}

Kernel kernel_of(const KernelChoice& choice, const std::vector<std::size_t>& knob_of) {
  Kernel kernel;
  for (const std::size_t knob : knob_of) kernel.lengths.push_back(choice.lengths[knob]);
  kernel.noise = choice.noise;
  return kernel;
}

Evidence evidence(const KernelChoice& choice, const Inputs& inputs,
                  const std::vector<std::size_t>& knob_of, const std::vector<double>& heights) {
  GaussianProcess process(kernel_of(choice, knob_of));
  process.add(inputs);
  process.observe(heights);
  const GaussianProcess::State& s = process.state();
  const Belief belief = length_belief(choice.lengths.size());

  Evidence result;
  result.value = process.log_likelihood() + kNoise.value(std::log(choice.noise));
  for (const double length : choice.lengths) result.value += belief.value(std::log(length));

  // d/dt log p = 1/2 tr((w w' - K^-1) dK/dt) (Rasmussen & Williams 2006, eq. 5.9); for a length
  // dK/dlog l = 5/3 (1 + sqrt5 r) exp(-sqrt5 r) d^2, d^2 the scaled square distance along the knob.
  MatrixXd m = MatrixXd::Identity(s.size, s.size);
  s.lower().solveInPlace(m);
  m = s.weights * s.weights.transpose() - m.transpose() * m;
  result.slopes.assign(choice.lengths.size() + 1, 0.0);
  result.slopes.back() = 0.5 * m.trace() * choice.noise + kNoise.slope(std::log(choice.noise));
  const MatrixXd x = s.points();
  MatrixXd r = -2 * x.transpose() * x;
  r.colwise() += x.colwise().squaredNorm().transpose();
  r.rowwise() += x.colwise().squaredNorm();
  r = (5 * r.cwiseMax(0)).cwiseSqrt();
  m = (m.array() * (5.0 / 3.0) * (1 + r.array()) * (-r.array()).exp()).matrix();
  // The sum over i, j of m_ij (x_i - x_j)^2 is 2 (x^2 . sums of rows - x m x).
  const VectorXd sums = m.rowwise().sum();
  const MatrixXd xm = x * m;
  for (Index c = 0; c < x.rows(); ++c) {
    const double sum = 2 * (x.row(c).cwiseAbs2().dot(sums) - xm.row(c).dot(x.row(c)));
    result.slopes[knob_of[static_cast<std::size_t>(c)]] += 0.5 * sum;
  }
  for (std::size_t k = 0; k < choice.lengths.size(); ++k) {
    result.slopes[k] += belief.slope(std::log(choice.lengths[k]));
  }
  return result;
}

KernelChoice fit_kernel(KernelChoice choice, const Inputs& inputs,
                        const std::vector<std::size_t>& knob_of, const std::vector<double>& heights,
                        int steps) {
  constexpr double kFirst = 0.2, kGrow = 1.2, kShrink = 0.5, kLeast = 1e-3, kMost = 1.0;
  const std::size_t unknowns = choice.lengths.size() + 1;
  std::vector<double> logs, widths(unknowns, kFirst), last(unknowns, 0.0);
  for (const double length : choice.lengths) logs.push_back(std::log(length));
  logs.push_back(std::log(choice.noise));
  KernelChoice best = choice;
  double highest = -std::numeric_limits<double>::infinity();
  for (int step = 0; step < steps; ++step) {
    const Evidence here = evidence(choice, inputs, knob_of, heights);
    if (here.value > highest) {
      highest = here.value;
      best = choice;
    }
    for (std::size_t u = 0; u < unknowns; ++u) {
      const double slope = here.slopes[u], turn = slope * last[u];
      if (turn > 0) widths[u] = std::min(widths[u] * kGrow, kMost);
      if (turn < 0) widths[u] = std::max(widths[u] * kShrink, kLeast);
      last[u] = turn < 0 ? 0 : slope;  // after a turn one step without
      if (last[u] != 0) logs[u] += last[u] > 0 ? widths[u] : -widths[u];
      logs[u] = std::clamp(logs[u], kLeastLog, kMostLog);
      (u + 1 < unknowns ? choice.lengths[u] : choice.noise) = std::exp(logs[u]);
    }
  }
  return best;
}

}  // namespace jacquard::search
