// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "sim/studies/fig6/fig6.hpp"

namespace jacquard::cli {

// Says on stderr how far the study is and how long the rest will take: a line every five seconds.
class Fig6Progress {
 public:
  void operator()(const studies::fig6::Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point began_ = Clock::now();
  Clock::time_point said_ = Clock::now();
};

}  // namespace jacquard::cli
