// SPDX-License-Identifier: Apache-2.0
// What steps read from NPUs' memories, which costs energy.
#pragma once

#include <vector>

#include "jacquard/serve/server.hpp"
#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

// Watches an instance and sums; another watcher may stand behind it. The setup must live as long.
class StepReads : public StepWatcher {
 public:
  explicit StepReads(const Setup& setup) : setup_(setup) {}
  void pass_on(StepWatcher* next) { next_ = next; }

  void seen(const StepSeen& step) override;

  // Weights in every step, but the experts that no token visits, and keys and values of every
  // decode; of all NPUs of the instance.
  double bytes() const { return bytes_; }

 private:
  double weights(std::int64_t tokens);

  const Setup& setup_;
  StepWatcher* next_ = nullptr;
  double bytes_ = 0;
  std::vector<double> weights_;  // read in a step of so many tokens; 0: not known yet
};

}  // namespace jacquard::serve
