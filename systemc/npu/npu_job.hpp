// SPDX-License-Identifier: Apache-2.0
// A job's operations on NPUs: computations and collectives that share each NPU's memory.
#pragma once

#include <vector>

#include "jacquard/engine/interval.hpp"
#include "jacquard/engine/scenario.hpp"
#include "systemc/npu/npu_rounds.hpp"

namespace jacquard::systemc {

struct NpuJobOutcome {
  base::Picoseconds time{0};               // of the last operation of any NPU
  std::vector<base::Picoseconds> compute;  // of each NPU: its computations, stalls included
  // When each node began and ended, in the order of their ids, at each NPU.
  std::vector<std::vector<engine::Interval>> intervals;
  NpuRoundsOutcome network;
};

// Runs the scenario's job (workload::OpGraph of every NPU) in a SystemC simulation of its own.
// Dependencies, streams and the order of what is ready are those of engine::job::NodeRunner.
// Computations with flops and bytes take the longer of flops / the roofline's peak, and their bytes
// read from the NPU's memory beside the NIC's; others their recorded duration. Collectives and
// messages go through the NICs as run_on_npus() has it, all that are ready at once.
// Throws ConfigError as engine::job::rounds_of_all() and run_on_npus(), without a roofline, and for
// more than kMostPackets accesses of computations.
NpuJobOutcome run_job_on_npus(const engine::Scenario& scenario, const NpuPlatform& platform);

}  // namespace jacquard::systemc
