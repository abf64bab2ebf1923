// SPDX-License-Identifier: Apache-2.0
// A job's operations on NPUs: computations and collectives that share each NPU's memory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "jacquard/engine/interval.hpp"
#include "jacquard/engine/scenario.hpp"
#include "systemc/npu/gemm_program.hpp"
#include "systemc/npu/npu_rounds.hpp"

namespace jacquard::systemc {

// The cores of each NPU, and the computations that run on them as products, by the ids of their
// nodes; the same at every NPU.
struct NpuProducts {
  int cores = 1;
  CoreConfig core;
  std::map<std::uint64_t, GemmWork> of_node;
  std::uint64_t end = 0;  // the first address behind their matrices; what NICs move lies there
};

struct NpuJobOptions {
  std::optional<NpuProducts> products;
  // automatic: one NPU stands for all where the event engine would let it. Then its memory has the
  // traffic of any; figures of the network are of its links and memory.
  engine::Symmetry symmetry = engine::Symmetry::off;
  // Of NpuJobOutcome::traffic; 0: it is not kept.
  base::Picoseconds interval{0};
};

// What asked for the bytes of NPU 0's memory in an interval.
struct MemoryShares {
  base::Bytes cores{0};
  base::Bytes links{0};
};

struct NpuJobOutcome final : engine::MachineAnswer {
  base::Picoseconds time{0};               // of the last operation of any NPU
  std::vector<base::Picoseconds> compute;  // of each NPU: its computations, stalls included
  // When each node began and ended, in the order of their ids, at each NPU.
  std::vector<std::vector<engine::Interval>> intervals;
  NpuRoundsOutcome network;
  int simulated = 0;                  // NPUs
  std::vector<MemoryShares> traffic;  // one interval after the other
};

// Runs the scenario's job (workload::OpGraph of every NPU) in a SystemC simulation of its own.
// Dependencies, streams and the order of what is ready are those of engine::job::NodeRunner.
// Computations that are products of the options run on the NPU's cores, tile by tile, from its
// memory and to it. Others with flops and bytes take the longer of flops / the roofline's peak, and
// their bytes read from the NPU's memory beside the NIC's; others their recorded duration.
// Collectives and messages go through the NICs as run_on_npus() has it, all that are ready at once.
// Throws ConfigError as engine::job::rounds_of_all() and run_on_npus(), without a roofline, and for
// more than kMostPackets accesses of computations.
NpuJobOutcome run_job_on_npus(const engine::Scenario& scenario, const NpuPlatform& platform,
                              const NpuJobOptions& options = {});

// The same as a machine of the cycle engine.
struct NpuJobMachine final : engine::Machine {
  NpuPlatform platform;
  NpuJobOptions options;
  engine::Result run(const engine::Scenario& scenario) const override;
};

}  // namespace jacquard::systemc
