// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/out/seen_steps.hpp"

namespace jacquard::serve {

void SeenSteps::seen(const StepSeen& step) {
  SeenStep kept;
  kept.begin = step.begin;
  kept.end = step.end;
  kept.waiting = step.waiting;
  kept.blocks = step.blocks;
  for (const StepLoad& load : step.groups) {
    kept.prompt_tokens += load.prompt_tokens();
    kept.prompts += static_cast<int>(load.prompts.size());
    kept.decodes += load.decodes;
  }
  steps_.push_back(kept);
}

}  // namespace jacquard::serve
