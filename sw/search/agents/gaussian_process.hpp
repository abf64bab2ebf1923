// SPDX-License-Identifier: Apache-2.0
// Regression by a Gaussian process (Rasmussen & Williams 2006, algorithm 2.1) that grows row by
// row.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "jacquard/search/agents/encoding.hpp"

namespace jacquard::search {

// Matern 5/2 of variance 1 over r^2 = sum of ((a_c - b_c) / length_c)^2, and noise on the diagonal.
struct Kernel {
  std::vector<double> lengths;  // of each column; > 0
  double noise = 1e-4;          // variance; > 0
};
double matern52(double r);

class GaussianProcess {
 public:
  explicit GaussianProcess(const Kernel& kernel);
  ~GaussianProcess();
  GaussianProcess(GaussianProcess&&) noexcept;
  GaussianProcess& operator=(GaussianProcess&&) noexcept;

  std::size_t size() const;
  // More inputs. A few extend the Cholesky factor by a row each, O(n^2); many are factored anew.
  void add(const Inputs& inputs);
  // What was seen at all inputs, in the order in which they were added. O(n^2). Mean 0 is assumed.
  void observe(const std::vector<double>& heights);
  // Logarithm of the probability density of the heights.
  double log_likelihood() const;

  struct State;
  const State& state() const { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

// What a process expects at candidates, and what it would be sure of if it saw some of them. The
// process must outlive it and stay as it is.
class Posterior {
 public:
  explicit Posterior(const GaussianProcess& process);
  ~Posterior();
  Posterior(Posterior&&) noexcept;
  Posterior& operator=(Posterior&&) noexcept;

  // More candidates, O(n^2) each, side by side. None after believe().
  void add(const Inputs& candidates);
  std::size_t size() const;
  double mean(std::size_t candidate) const;
  double deviation(std::size_t candidate) const;
  // Takes the mean at a candidate for its truth (kriging believer; Ginsbourger et al. 2010). Means
  // stay, deviations near it shrink. O(n) for each candidate.
  void believe(std::size_t candidate);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jacquard::search
