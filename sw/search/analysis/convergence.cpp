// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/analysis/convergence.hpp"

#include <cmath>

namespace jacquard::search {

std::vector<Rise> rises(const std::vector<Score>& scores) {
  std::vector<Rise> all;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!scores[i].valid) continue;
    const double reward = scores[i].rewards.front();
    if (all.empty() || reward > all.back().reward) {
      all.push_back({static_cast<std::int64_t>(i), reward});
    }
  }
  return all;
}

double regret(double reward, double best) {
  return reward == best ? 0 : (best - reward) / std::abs(best);
}

std::optional<std::int64_t> evaluations_until(const std::vector<Rise>& rises, double optimum,
                                              double loss) {
  for (const Rise& rise : rises) {
    if (regret(rise.reward, optimum) <= loss) return rise.step + 1;
  }
  return std::nullopt;
}

}  // namespace jacquard::search
