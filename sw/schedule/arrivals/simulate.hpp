// SPDX-License-Identifier: Apache-2.0
// One switch under arriving traffic, slot by slot. In a slot cells arrive, the arbiter matches what
// waits (these cells included), and each matched queue sends its oldest cell. Delay is departure
// slot minus arrival slot: 0 for a cell sent in the slot it came in.
#pragma once

#include <cstdint>

#include "jacquard/schedule/arbiter/arbiter.hpp"
#include "jacquard/schedule/arrivals/delay_statistics.hpp"
#include "jacquard/schedule/arrivals/traffic.hpp"

namespace jacquard::schedule {

struct SwitchRun {
  int ports = 16;
  Traffic traffic;
  std::int64_t slots = 100'000;  // measured, in kBatches batches
  std::int64_t warm_up = 0;      // slots simulated before, not measured
  std::uint64_t seed = 1;
  std::uint64_t stream = 0;  // runs of one stream see the same arrivals, whatever the arbiter
};

struct SwitchMeasures {
  double offered = 0;     // cells that arrived, per port and slot
  double throughput = 0;  // cells that departed, per port and slot
  Estimate delay;         // slots, of cells that departed
  double p99_delay = 0;
  double mean_queue = 0;  // cells waiting per input after the slot's departures
};

// Virtual output queues under `arbiter`.
SwitchMeasures simulate(const SwitchRun& run, Arbiter& arbiter);

// The same traffic through an output-queued switch (a fabric N times faster than its links): no
// arbiter has a smaller mean delay.
SwitchMeasures simulate_output_queued(const SwitchRun& run);

// Share of ports matched, averaged over `slots`, when all N^2 queues always wait, equally long.
double saturation_throughput(Arbiter& arbiter, int ports, std::int64_t warm_up, std::int64_t slots);

}  // namespace jacquard::schedule
