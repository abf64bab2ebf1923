// SPDX-License-Identifier: Apache-2.0
// Ctrl-C during a search: the batch at hand is finished, and what was found is printed.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>

#include "jacquard/tool/interrupt.hpp"

namespace jacquard::cli {

class StopOnSignal {
 public:
  // `advice`: what is said then. A batch that takes longer than half a second is cut off.
  explicit StopOnSignal(std::string advice);

  bool asked() const;
  // To be called once everything is printed.
  void printed();

 private:
  std::string say();

  std::string advice_;
  mutable std::mutex mutex_;
  std::condition_variable done_;
  bool asked_ = false;
  bool printed_ = false;
  tool::LastWords words_;  // last: it may call say() as soon as it is made
};

}  // namespace jacquard::cli
