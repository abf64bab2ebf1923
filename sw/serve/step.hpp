// SPDX-License-Identifier: Apache-2.0
// What an engine does in one step, and the door to how long that takes.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/base/units.hpp"

namespace jacquard::serve {

// Tokens of one prompt that a step computes, after those that the cache has.
struct PromptChunk {
  int tokens = 0;
  int cached = 0;
  bool last = false;  // the prompt ends with it, so the step samples its first token
};

// The step of one scheduler.
struct StepLoad {
  std::vector<PromptChunk> prompts;
  int decodes = 0;               // sequences that make one token each
  std::int64_t decode_keys = 0;  // that they attend to, all together, their own tokens included
  std::int64_t fetched = 0;      // tokens of prompts that come from memory behind the NPUs'
  std::vector<int> contexts;     // keys of each, for clocks that see them; else empty

  std::int64_t prompt_tokens() const {
    std::int64_t sum = 0;
    for (const PromptChunk& chunk : prompts) sum += chunk.tokens;
    return sum;
  }
  std::int64_t tokens() const { return prompt_tokens() + decodes; }
  int samples() const {  // sequences that sample a token
    int sum = decodes;
    for (const PromptChunk& chunk : prompts) sum += chunk.last ? 1 : 0;
    return sum;
  }
  bool empty() const { return prompts.empty() && decodes == 0; }
};

// `latency`: from the step's start to its tokens. `interval`: to the earliest start of the next one
// of other sequences, less than `latency` where pipeline stages work on several steps.
struct StepTime {
  base::Picoseconds latency{0};
  base::Picoseconds interval{0};
};

// How long steps take: by the laws of sw/cost (CostClock) or by a measured profile (ProfileClock).
class StepClock {
 public:
  virtual ~StepClock() = default;
  // One load for each group of attention's data parallelism, which step together.
  virtual StepTime time(base::Span<const StepLoad> groups) = 0;
  // It looks at StepLoad::contexts, which cost a server its time.
  virtual bool sees_contexts() const { return false; }
};

}  // namespace jacquard::serve
