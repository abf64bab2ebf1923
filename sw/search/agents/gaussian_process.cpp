// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/agents/gaussian_process.hpp"

#include <algorithm>
#include <cmath>

namespace jacquard::search {

Encoding::Encoding(const Space& space) {
  for (const Knob& knob : space.knobs()) {
    const auto values = static_cast<Eigen::Index>(knob.values.size());
    if (values < 2) {
      parts_.push_back({-1, false, 0});
    } else if (knob.ordered) {
      parts_.push_back({size_, true, 1.0 / static_cast<double>(values - 1)});
      size_ += 1;
    } else {
      parts_.push_back({size_, false, std::sqrt(0.5)});
      size_ += values;
    }
  }
}

Eigen::VectorXd Encoding::of(const Point& point) const {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(size_);
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const Part& part = parts_[k];
    if (part.at < 0) continue;
    if (part.ordered) {
      x[part.at] = part.scale * point[k];
    } else {
      x[part.at + point[k]] = part.scale;
    }
  }
  return x;
}

Eigen::MatrixXd GaussianProcess::covariance(const Eigen::MatrixXd& a,
                                            const Eigen::MatrixXd& b) const {
  Eigen::MatrixXd squares = -2 * a.transpose() * b;
  squares.colwise() += a.colwise().squaredNorm().transpose();
  squares.rowwise() += b.colwise().squaredNorm();
  return (squares.cwiseMax(0) / (-2 * length_ * length_)).array().exp().matrix();
}

void GaussianProcess::fit(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, double length) {
  x_ = x;
  length_ = length;
  Eigen::MatrixXd k = covariance(x, x);
  k.diagonal().array() += kNoise;
  factor_.compute(k);
  weights_ = factor_.solve(y);
  const Eigen::MatrixXd lower = factor_.matrixL();
  constexpr double kLogTwoPi = 1.8378770664093453;
  log_likelihood_ = -0.5 * y.dot(weights_) - lower.diagonal().array().log().sum() -
                    0.5 * static_cast<double>(y.size()) * kLogTwoPi;
}

void GaussianProcess::predict(const Eigen::MatrixXd& at, Eigen::VectorXd& mean,
                              Eigen::VectorXd& deviation) const {
  const Eigen::MatrixXd k = covariance(x_, at);
  mean = k.transpose() * weights_;
  const Eigen::MatrixXd solved = factor_.matrixL().solve(k);
  deviation = (1 - solved.colwise().squaredNorm().transpose().array()).max(1e-12).sqrt().matrix();
}

double expected_improvement(double mean, double deviation, double best) {
  const double z = (mean - best) / deviation;
  const double density = std::exp(-0.5 * z * z) / std::sqrt(2 * std::acos(-1.0));
  const double below = 0.5 * std::erfc(-z / std::sqrt(2.0));
  return (mean - best) * below + deviation * density;
}

}  // namespace jacquard::search
