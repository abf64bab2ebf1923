// SPDX-License-Identifier: Apache-2.0
// Loads of experts whose popularity stays as training left it, while a step's tokens are few.
#pragma once

#include <vector>

#include "jacquard/workload/compute_work.hpp"
#include "jacquard/workload/expert_loads.hpp"

namespace jacquard::workload {

// The device with most tokens, several times, as busiest_device() gives it. The n-th popular expert
// is in a token's choice in proportion to 1/n^popularity, and no expert twice. Each deal deals
// experts to devices at random and draws loads independently (Poisson, at most all tokens); random
// numbers are fixed, so that loads never fall where tokens grow. work.skew is not looked at.
std::vector<DeviceLoad> busiest_drawn(const ExpertWork& work, double popularity);

// How experts lie on devices whose loads are equal in the mean.
struct BalancedExperts {
  double popularity = 0;
  int redundant = 0;     // copies of the most loaded experts, which share their tokens
  double imbalance = 1;  // the busiest device's mean tokens over those of a mean device
};

// As busiest_drawn(), of devices that all expect as many tokens: each deal's devices are weighted
// so. What a step draws still differs, the more so the fewer its tokens are.
std::vector<DeviceLoad> busiest_balanced(const ExpertWork& work, const BalancedExperts& experts);

// The chance that a token chooses each expert, the most popular first; they sum to top_k.
std::vector<double> chances_of(int experts, int top_k, double popularity);

}  // namespace jacquard::workload
