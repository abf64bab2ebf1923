// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "jacquard/search/agents/gaussian_process_state.hpp"

namespace jacquard::search {

using Eigen::Index;
using Eigen::MatrixXd;

struct Posterior::State {
  const GaussianProcess::State* process;
  MatrixXd x;       // scaled candidates
  MatrixXd solved;  // lower^-1 covariance(process, candidates)
  Eigen::VectorXd mean;
  Eigen::VectorXd variance;
};

Posterior::Posterior(const GaussianProcess& process)
    : state_(std::make_unique<State>(State{&process.state(), {}, {}, {}, {}})) {}
Posterior::~Posterior() = default;
Posterior::Posterior(Posterior&&) noexcept = default;
Posterior& Posterior::operator=(Posterior&&) noexcept = default;

std::size_t Posterior::size() const { return static_cast<std::size_t>(state_->mean.size()); }
double Posterior::mean(std::size_t candidate) const {
  return state_->mean[static_cast<Index>(candidate)];
}
double Posterior::deviation(std::size_t candidate) const {
  constexpr double kLeast = 1e-12;
  return std::sqrt(std::max(state_->variance[static_cast<Index>(candidate)], kLeast));
}

void Posterior::add(const Inputs& candidates) {
  State& s = *state_;
  const GaussianProcess::State& p = *s.process;
  const MatrixXd fresh = scaled(candidates, p.inverse_lengths);
  MatrixXd k = covariance(p.points(), fresh);
  const Index old = s.mean.size(), all = old + fresh.cols();
  s.x.conservativeResize(fresh.rows(), all);
  s.x.rightCols(fresh.cols()) = fresh;
  s.mean.conservativeResize(all);
  s.mean.tail(fresh.cols()) = k.transpose() * p.weights;
  p.lower().solveInPlace(k);
  s.variance.conservativeResize(all);
  s.variance.tail(fresh.cols()) = (1 - k.colwise().squaredNorm().transpose().array()).matrix();
  s.solved.conservativeResize(p.size, all);
  s.solved.rightCols(fresh.cols()) = k;
}

void Posterior::believe(std::size_t candidate) {
  State& s = *state_;
  const auto c = static_cast<Index>(candidate);
  const double noise = s.process->noise;
  Eigen::RowVectorXd row = covariance(s.x.col(c), s.x);
  row -= s.solved.col(c).transpose() * s.solved;
  row /= std::sqrt(std::max(s.variance[c] + noise, noise));
  s.variance -= row.cwiseAbs2().transpose();
  s.solved.conservativeResize(s.solved.rows() + 1, Eigen::NoChange);
  s.solved.bottomRows(1) = row;
}

}  // namespace jacquard::search
