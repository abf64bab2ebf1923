// SPDX-License-Identifier: Apache-2.0
// How many tokens reach each expert, and which device is the busiest.
#pragma once

#include <vector>

#include "jacquard/workload/compute_work.hpp"

namespace jacquard::workload {

// Whole numbers of tokens for each expert, the most popular first. They sum to tokens x top_k
// (tokens rounded up). No expert has more than all tokens, because a token picks different experts.
// With skew they follow demand::expert_weights over a spread of 0.8 tokens (200 if there are no
// more choices than experts), as AIConfigurator's collector draws them. Below an exponent of 1 the
// law stays 1/x and its spread narrows to spread^skew, so that 0 is balanced.
std::vector<double> expert_loads(const ExpertWork& work);

// One device's share of the experts.
struct DeviceLoad {
  std::vector<double> tokens;  // of each of its experts
};

// The device with most tokens, which the others wait for. Balanced: one answer, tokens spread as
// evenly as whole numbers allow. Skewed: experts are dealt out to devices at random, several times
// (a fixed seed), and the busiest device of each deal is one answer.
std::vector<DeviceLoad> busiest_device(const ExpertWork& work);

// Tokens of the busiest device over those of a mean one, at least 1: how much longer a skewed
// exchange of tokens takes than a uniform one, because that device's port is the bottleneck. 1 for
// no tokens.
double busiest_over_mean(const ExpertWork& work);

}  // namespace jacquard::workload
