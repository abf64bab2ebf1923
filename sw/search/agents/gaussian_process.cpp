// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/agents/gaussian_process.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/search/agents/gaussian_process_state.hpp"

namespace jacquard::search {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kLeast = 1e-12;  // variance that rounding may have eaten
constexpr Index kFew = 32;        // rows that are added one by one
const double kRoot5 = std::sqrt(5.0);

}  // namespace

double matern52(double r) { return (1 + kRoot5 * r + 5.0 / 3.0 * r * r) * std::exp(-kRoot5 * r); }

MatrixXd scaled(const Inputs& inputs, const VectorXd& inverse_lengths) {
  const Eigen::Map<const MatrixXd> raw(inputs.numbers.data(), static_cast<Index>(inputs.width),
                                       static_cast<Index>(inputs.size()));
  return inverse_lengths.asDiagonal() * raw;
}

MatrixXd covariance(const MatrixXd& a, const MatrixXd& b) {
  MatrixXd k = -2 * a.transpose() * b;
  k.colwise() += a.colwise().squaredNorm().transpose();
  k.rowwise() += b.colwise().squaredNorm();
  k = (5 * k.cwiseMax(0)).cwiseSqrt();  // sqrt(5) r
  k = ((1 + k.array() + k.array().square() / 3) * (-k.array()).exp()).matrix();
  return k;
}

GaussianProcess::GaussianProcess(const Kernel& kernel) : state_(std::make_unique<State>()) {
  state_->inverse_lengths =
      Eigen::Map<const VectorXd>(kernel.lengths.data(), static_cast<Index>(kernel.lengths.size()))
          .cwiseInverse();
  state_->noise = kernel.noise;
}

GaussianProcess::~GaussianProcess() = default;
GaussianProcess::GaussianProcess(GaussianProcess&&) noexcept = default;
GaussianProcess& GaussianProcess::operator=(GaussianProcess&&) noexcept = default;

std::size_t GaussianProcess::size() const { return static_cast<std::size_t>(state_->size); }

void GaussianProcess::add(const Inputs& inputs) {
  State& s = *state_;
  const MatrixXd fresh = scaled(inputs, s.inverse_lengths);
  const Index old = s.size, all = old + fresh.cols();
  if (all > s.factor.cols()) {  // doubled, so that growing costs little
    const Index room = std::max<Index>(2 * s.factor.cols(), std::max<Index>(all, 64));
    s.x.conservativeResize(fresh.rows(), room);
    s.factor.conservativeResize(room, room);
  }
  s.x.middleCols(old, fresh.cols()) = fresh;
  if (fresh.cols() > kFew) {
    s.size = all;
    MatrixXd k = covariance(s.points(), s.points());
    k.diagonal().array() += s.noise;
    s.factor.topLeftCorner(all, all) = Eigen::LLT<MatrixXd>(k).matrixL();
    return;
  }
  for (Index i = old; i < all; ++i) {
    VectorXd row = covariance(s.points(), s.x.col(i));
    s.lower().solveInPlace(row);
    s.factor.row(i).head(i) = row.transpose();
    s.factor(i, i) = std::sqrt(std::max(1 + s.noise - row.squaredNorm(), kLeast));
    s.size = i + 1;
  }
}

void GaussianProcess::observe(const std::vector<double>& heights) {
  State& s = *state_;
  s.heights = Eigen::Map<const VectorXd>(heights.data(), static_cast<Index>(heights.size()));
  s.weights = s.lower().solve(s.heights);
  s.lower().adjoint().solveInPlace(s.weights);
}

double GaussianProcess::log_likelihood() const {
  const State& s = *state_;
  const double log_two_pi = std::log(2 * std::acos(-1.0));
  return -0.5 * s.heights.dot(s.weights) - s.factor.diagonal().head(s.size).array().log().sum() -
         0.5 * static_cast<double>(s.size) * log_two_pi;
}

}  // namespace jacquard::search
