// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/step.hpp"

#include <algorithm>
#include <numeric>

namespace jacquard::serve {

std::int64_t StepLoad::prompt_tokens() const {
  return std::accumulate(
      prompts.begin(), prompts.end(), std::int64_t{0},
      [](std::int64_t sum, const PromptChunk& chunk) { return sum + chunk.tokens; });
}

int StepLoad::samples() const {
  return decodes + static_cast<int>(std::count_if(prompts.begin(), prompts.end(),
                                                  [](const PromptChunk& c) { return c.last; }));
}

}  // namespace jacquard::serve
