// SPDX-License-Identifier: Apache-2.0
// What a long run loses to interruptions (Chronos s7), by what is done about each.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::stack {

// The defaults are of Llama 3 405B on 16,384 NPUs; docs/genstack.md has their sources.
struct Operations {
  double days = 54;
  int npus = 16'384;
  int replicas = 128;          // data-parallel; each can be left out
  int lost_together = 8;       // NPUs that leave with one of them, until their host is repaired
  int spares = 256;            // ports with NPUs that stand by
  double interruptions = 419;  // that measured_npus had in measured_days
  double measured_days = 54;
  int measured_npus = 16'384;
  double npu_share = 0.587;     // of interruptions
  double fabric_share = 0.084;  // switches and cables
  double nic_share = 0.017;
  base::Picoseconds checkpoint_interval{0};  // 0: Young's, for these interruptions
  base::Picoseconds checkpoint_pause{3'240'000'000'000};
  base::Picoseconds detection{600'000'000'000'000};
  base::Picoseconds fabric_detection{60'000'000'000'000};
  base::Picoseconds restart{720'000'000'000'000};
  base::Picoseconds restore{60'000'000'000'000};
  base::Picoseconds replan{1'000'000'000'000};
  base::Picoseconds repair{86'400'000'000'000'000};
  base::Picoseconds step{10'000'000'000'000};
  double cut_slowdown = 1;  // of a step, while patterns go around a failed link
};

const config::FieldTable<Operations>& operations_fields();

// restart: every interruption ends the job, which starts again elsewhere from its checkpoint.
// spare:   ranks of lost NPUs move to spares; without spares as `around`. Links are gone around.
// around:  replicas with lost NPUs are left out until these are repaired.
enum class Policy { restart, spare, around };

// In seconds of the run. useful + rework + degraded + checkpoints + recovery = all of it.
struct Outcome {
  double useful = 0;       // at the rate of all replicas
  double rework = 0;       // done since the last checkpoint, and lost
  double degraded = 0;     // what left-out replicas and longer steps cost
  double checkpoints = 0;  // pauses
  double recovery = 0;     // detection, re-planning, restart
  double interruptions = 0;

  double all() const { return useful + rework + degraded + checkpoints + recovery; }
};

// Throws ConfigError at the key for shares beyond 1, and for more replicas or lost NPUs than NPUs.
void require_consistent(const Operations& operations, const config::Place& place);

base::Seconds mean_time_between(const Operations& operations);
// Young 1974: sqrt(2 x pause x mean time between interruptions), where none is given.
base::Seconds checkpoint_interval(const Operations& operations);

// Of a run, on average.
double expected_interruptions(const Operations& operations);

// One run. Interruptions come at random (Poisson) and are the same for all policies of a seed and
// number, until a policy's choices make them differ.
Outcome operated(const Operations& operations, Policy policy, std::uint64_t seed,
                 std::uint64_t number);

}  // namespace jacquard::stack
