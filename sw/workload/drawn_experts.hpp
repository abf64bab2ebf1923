// SPDX-License-Identifier: Apache-2.0
// Loads of experts whose popularity stays as training left it, while a step's tokens are few.
#pragma once

#include <vector>

#include "jacquard/workload/compute_work.hpp"
#include "jacquard/workload/expert_loads.hpp"

namespace jacquard::workload {

// How experts lie on devices whose loads are equal in the mean.
struct BalancedExperts {
  double popularity = 0;
  int redundant = 0;     // copies of the most loaded experts, which share their tokens
  double imbalance = 1;  // the busiest device's mean tokens over those of a mean device
};

// Experts dealt to devices at random, several times. The n-th popular one is in a token's choice in
// proportion to 1/n^popularity, and no expert twice. Random numbers are fixed, so that loads never
// fall where tokens grow. work.tokens and work.skew are not looked at.
class ExpertDeals {
 public:
  ExpertDeals(const ExpertWork& work, double popularity);
  // Of devices that all expect as many tokens: each deal's devices are weighted so. What a step
  // draws still differs, the more so the fewer its tokens are.
  ExpertDeals(const ExpertWork& work, const BalancedExperts& experts);

  // The device with most tokens of each deal, as busiest_device() gives it. Loads are drawn
  // independently (Poisson, at most all tokens).
  std::vector<DeviceLoad> busiest(double tokens) const;

 private:
  struct Deal {
    std::vector<int> order;        // of the experts, device by device
    std::vector<double> chances;   // that a token chooses each expert
    std::vector<double> quantile;  // what each expert draws
  };
  int per_device_;
  std::vector<Deal> deals_;
};

// The chance that a token chooses each expert, the most popular first; they sum to top_k.
std::vector<double> chances_of(int experts, int top_k, double popularity);

}  // namespace jacquard::workload
