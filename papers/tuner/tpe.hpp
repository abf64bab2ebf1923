// SPDX-License-Identifier: Apache-2.0
// Hyper-parameter optimisation by a tree-structured Parzen estimator (Bergstra, Bardenet, Bengio,
// Kegl, NIPS 2011; the algorithm of Hyperopt, which Chronos tuned DCQCN with).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "papers/tuner/space.hpp"

namespace jacquard::studies {

struct TunerOptions {
  std::uint64_t seed = 1;
  int evaluations = 200;
  int random_start = 20;  // points drawn evenly before the estimator has anything to learn from
  int batch = 4;        // points proposed from the same history, so that they can run side by side
  int candidates = 24;  // draws per dimension from the good points' density
  double good = 0.1;    // share of the history that counts as good
};

struct Evaluation {
  UnitPoint point;
  double loss = 0;
};

// The points to try next, after `history`: `first` is the index of the first of them. What is
// proposed depends on nothing but the arguments.
std::vector<UnitPoint> propose(std::size_t dimensions, const TunerOptions& options,
                               const std::vector<Evaluation>& history);

// Losses of points, the first of which is evaluation `first`.
using Evaluate =
    std::function<std::vector<double>(std::int64_t first, const std::vector<UnitPoint>& points)>;

// Every evaluation, in the order they were proposed. Less loss is better.
std::vector<Evaluation> tune(std::size_t dimensions, const TunerOptions& options,
                             const Evaluate& evaluate);

// Indices of the `count` evaluations with the least loss, the best first; of equals the earlier.
std::vector<std::size_t> best_of(const std::vector<Evaluation>& history, std::size_t count);

}  // namespace jacquard::studies
