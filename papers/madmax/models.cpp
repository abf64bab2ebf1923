// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/models.hpp"

namespace jacquard::studies::madmax {

const std::vector<Subject>& fig8_models() {
  static const std::vector<Subject> all = {
      {"dlrm-a", "zionex-128"}, {"dlrm-a-transformer", "zionex-128"}, {"dlrm-a-moe", "zionex-128"},
      {"dlrm-b", "zionex-128"}, {"dlrm-b-transformer", "zionex-128"}, {"dlrm-b-moe", "zionex-128"},
      {"gpt-3", "a100-2048"},   {"llama-65b", "a100-2048"},           {"llama2-70b", "a100-2048"},
      {"llm-moe", "a100-2048"}};
  return all;
}

Extreme extreme_gain(plan::TaskKind task, Memory memory, plan::Physics physics) {
  Extreme most;
  for (const Subject& subject : fig8_models()) {
    const plan::Request request = request_of(subject.model, subject.cluster, task, physics);
    const std::optional<double> gain = best_gain(request, memory);
    if (!gain || (most.gain && *gain <= *most.gain)) continue;
    most = {gain, subject.model, plan::text_of(fastest(request, memory)->strategy)};
  }
  return most;
}

std::optional<double> mean_gain(plan::TaskKind task, plan::Physics physics, Memory memory) {
  double sum = 0;
  int count = 0;
  for (const Subject& subject : fig8_models()) {
    const auto gain = best_gain(request_of(subject.model, subject.cluster, task, physics), memory);
    if (!gain) continue;
    sum += *gain;
    ++count;
  }
  return count > 0 ? std::optional<double>(sum / count) : std::nullopt;
}

}  // namespace jacquard::studies::madmax
