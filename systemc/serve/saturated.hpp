// SPDX-License-Identifier: Apache-2.0
// A queue that is never empty: what a system serves at most, its scheduler at work.
#pragma once

#include "jacquard/serve/step.hpp"
#include "systemc/serve/batch_row.hpp"
#include "systemc/serve/serve_config.hpp"

namespace jacquard::serve {

struct FullQueue {
  EngineSettings settings;
  int groups = 1;
  int input = 1;
  int output = 1;
  std::int64_t batch = 1;  // requests at once, all groups together
};

struct QueueAnswer {
  base::Picoseconds ttft{0};  // mean, from admission
  base::Picoseconds tpot{0};  // mean
  base::Picoseconds time{0};  // that a batch takes at the rate of the run's middle
  double steps = 0;           // of a batch
  std::int64_t most_blocks = 0;
};

// Four times as many requests as run at once wait from the start. The rate is that between the ends
// of the first and of the third quarter.
QueueAnswer serve_full_queue(FullQueue queue, StepClock& clock);

void set_times(const QueueAnswer& answer, BatchRow& row);

// Equal requests wait from the start, four times as many as run at once. The rate is that between
// the ends of the first and of the third quarter; time_ps is what a batch takes at that rate, and
// ttft_ps counts from admission, since the queue has no end. Throws as batch_that_fits().
BatchRow run_saturated(const ServeConfig& config);

}  // namespace jacquard::serve
