// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

#include <algorithm>

namespace jacquard::tool {

// Time this thread has run, in milliseconds: the wall clock of an idle machine. What is measured
// has one thread and never waits. By wall clock, a baseline of seconds would pay for every other
// program, and a decomposition of microseconds would not.
inline double thread_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

// The fastest of several runs, which other programs slowed least. `repeat` runs, or with 0 as many
// as fit in half a second, at least two.
template <class Run>
double best_ms(int repeat, Run&& run) {
  constexpr double kEnoughMs = 500;
  constexpr int kAtLeast = 2;
  double best = 0;
  double spent = 0;
  for (int done = 0; repeat > 0 ? done < repeat : done < kAtLeast || spent < kEnoughMs; ++done) {
    const double start = thread_ms();
    run();
    const double ms = thread_ms() - start;
    best = done == 0 ? ms : std::min(best, ms);
    spent += ms;
  }
  return best;
}

}  // namespace jacquard::tool
