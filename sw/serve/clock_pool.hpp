// SPDX-License-Identifier: Apache-2.0
// Clocks of one deployment, one for each run at the same time: what one run made them remember
// makes the next one faster, and no answer depends on it.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "jacquard/serve/cost_clock.hpp"

namespace jacquard::serve {

class ClockPool {
 public:
  std::unique_ptr<StepClock> take(const Deployment& deployment) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.empty()) return cost_clock(deployment);
    std::unique_ptr<StepClock> clock = std::move(idle_.back());
    idle_.pop_back();
    return clock;
  }
  void give_back(std::unique_ptr<StepClock> clock) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(clock));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<StepClock>> idle_;
};

}  // namespace jacquard::serve
