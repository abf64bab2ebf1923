// SPDX-License-Identifier: Apache-2.0
// How much of a long run's time is useful where failures come at random.
#pragma once

#include <cstdint>

namespace jacquard::studies::findings2026 {

// Times in seconds.
struct Failing {
  double between = 0;   // failures, in the mean, exponential
  double write = 0;     // of a checkpoint
  double interval = 0;  // of work between two
  double restart = 0;   // after a failure, until work goes on from the last checkpoint
  double swap = 0;      // likewise, of failures for which a spare stands by
  double swapped = 0;   // share of these
};

// Young's interval of checkpoints.
double best_interval(double between, double write);

// Daly's complete model (2006): restarts may fail too.
double daly_goodput(const Failing& f);
// The restart time with which the model gives this goodput; all failures alike.
double restart_for(double goodput, Failing f);

// Failure by failure, until so much work is done.
double walked_goodput(const Failing& f, double work, std::uint64_t seed);

}  // namespace jacquard::studies::findings2026
