// SPDX-License-Identifier: Apache-2.0
// What a process keeps, for sources that use Eigen.
#pragma once

#include <Eigen/Dense>

#include "jacquard/search/agents/gaussian_process.hpp"

namespace jacquard::search {

// Columns are points; each column of an Inputs over its length.
Eigen::MatrixXd scaled(const Inputs& inputs, const Eigen::VectorXd& inverse_lengths);
// Kernel between the columns of both, without noise.
Eigen::MatrixXd covariance(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

struct GaussianProcess::State {
  Eigen::VectorXd inverse_lengths;
  double noise = 0;
  Eigen::Index size = 0;
  Eigen::MatrixXd x;       // scaled; the first `size` columns
  Eigen::MatrixXd factor;  // lower; its first `size` rows and columns
  Eigen::VectorXd heights;
  Eigen::VectorXd weights;  // covariance^-1 heights

  auto points() const { return x.leftCols(size); }
  auto lower() const {
    return factor.topLeftCorner(size, size).template triangularView<Eigen::Lower>();
  }
};

}  // namespace jacquard::search
