// SPDX-License-Identifier: Apache-2.0
// Regression over points of a space (Rasmussen & Williams 2006, algorithm 2.1).
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "jacquard/search/space.hpp"

namespace jacquard::search {

// A point as numbers: an ordered knob is one in 0..1, of words a corner of a simplex whose corners
// are 1 apart.
class Encoding {
 public:
  explicit Encoding(const Space& space);
  Eigen::VectorXd of(const Point& point) const;

 private:
  struct Part {
    Eigen::Index at;
    bool ordered;
    double scale;
  };
  std::vector<Part> parts_;
  Eigen::Index size_ = 0;
};

// Zero mean, variance 1, exp(-|a - b|^2 / (2 l^2)), and noise.
class GaussianProcess {
 public:
  // Columns of `x` are inputs. `length`: l.
  void fit(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, double length);
  // Logarithm of the probability of y, of the last fit.
  double log_likelihood() const { return log_likelihood_; }
  // Of each column of `at`.
  void predict(const Eigen::MatrixXd& at, Eigen::VectorXd& mean, Eigen::VectorXd& deviation) const;

  static constexpr double kNoise = 1e-4;  // variance

 private:
  Eigen::MatrixXd covariance(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) const;

  Eigen::MatrixXd x_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Eigen::VectorXd weights_;
  double length_ = 1;
  double log_likelihood_ = 0;
};

// How much a normal value of this mean and deviation exceeds `best`, on average (Jones et al. 1998,
// eq. 15).
double expected_improvement(double mean, double deviation, double best);

}  // namespace jacquard::search
