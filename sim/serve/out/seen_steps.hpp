// SPDX-License-Identifier: Apache-2.0
// What instances did, step by step: for pictures over time.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/serve/server.hpp"

namespace jacquard::serve {

struct SeenStep {
  base::Picoseconds begin{0};
  base::Picoseconds end{0};
  std::int64_t prompt_tokens = 0;
  int prompts = 0;  // chunks of prompts
  int decodes = 0;
  int waiting = 0;          // requests, once the step was planned
  std::int64_t blocks = 0;  // of the caches of all its schedulers, in use
};

// Keeps every step of one instance, 56 bytes each.
class SeenSteps : public StepWatcher {
 public:
  void seen(const StepSeen& step) override;
  const std::vector<SeenStep>& steps() const { return steps_; }

 private:
  std::vector<SeenStep> steps_;
};

// `count` equal bins of 0..end: the largest value of the steps that overlap each, 0 where none
// does. `value` is a function of a SeenStep.
template <class Value>
std::vector<double> largest_by_bin(const std::vector<SeenStep>& steps, base::Picoseconds end,
                                   int count, const Value& value) {
  std::vector<double> bins(static_cast<std::size_t>(count), 0.0);
  const double width = static_cast<double>(end.count()) / count;
  if (!(width > 0)) return bins;
  const auto bin = [&](base::Picoseconds at) {
    const auto i = static_cast<std::int64_t>(static_cast<double>(at.count()) / width);
    return static_cast<std::size_t>(i < count ? i : count - 1);
  };
  for (const SeenStep& step : steps) {
    const auto v = static_cast<double>(value(step));
    for (std::size_t i = bin(step.begin), last = bin(step.end); i <= last; ++i) {
      if (bins[i] < v) bins[i] = v;
    }
  }
  return bins;
}

}  // namespace jacquard::serve
