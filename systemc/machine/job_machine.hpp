// SPDX-License-Identifier: Apache-2.0
// A job on SystemC NPUs: computations and NICs share memories, collectives go through circuits or
// links, and what experts exchange is decided while the job waits.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "jacquard/engine/result.hpp"
#include "jacquard/engine/scenario.hpp"
#include "jacquard/memory/figures.hpp"
#include "jacquard/stack/stack.hpp"
#include "systemc/machine/machine_npu.hpp"
#include "systemc/rounds/plane_network.hpp"

namespace jacquard::systemc {

// NPUs around one switch of a dimension that exchange what they say only now. It is known when the
// last of its members has come to it. It begins when their ports are theirs alone and the switch's
// scheduler is free. Other ports go on.
struct Meeting {
  int dimension = 0;
  std::vector<int> npus;     // of the switch's ports, all
  std::vector<int> members;  // of these, who takes part
};

// Times count from the beginning of the exchange; one of `done` for each port. From `decided` on
// the scheduler is free, at most at the completion.
struct MeetingAnswer {
  base::Picoseconds completion{0};
  base::Picoseconds decided{0};
  std::vector<base::Picoseconds> done;
};

// When a meeting's exchange was known, began and ended.
struct MeetingTimes {
  base::Picoseconds known{0}, begin{0}, end{0};
};

// What a computation takes alone, and what it moves meanwhile; the memory may take longer. Then its
// products follow on the NPU's cores.
struct ComputeCost {
  base::Picoseconds time{0};
  base::Bytes bytes{0};
  std::vector<GemmWork> products = {};
};

struct JobMachine final : engine::Machine {
  engine::Result run(const engine::Scenario& scenario) const override;  // run_job_machine()

  std::vector<PlaneConfig> planes;    // of each dimension
  std::optional<MemoryOfNpu> memory;  // of each NPU; none: nobody waits for memory
  std::vector<CoresOfNpu> cores;      // of each NPU, with a memory; none: no products
  std::function<ComputeCost(int npu, int node)> cost;
  // One NPU of a class may stand for all of it: nothing but the network and meetings tells them
  // apart. It does where that is exact (engine::asymmetry()), on links, without meetings.
  bool npus_alike = false;
  // Of memories, that the run may be expected to make; more are refused. 0: any number.
  std::int64_t most_accesses = 0;
  std::vector<Meeting> meetings;
  std::vector<std::map<int, int>> meeting_of;  // of each NPU: by node, which meeting it comes to
  // The exchange of a meeting that begins now, in a simulation of its own.
  std::function<MeetingAnswer(int meeting, const MeetingTimes& times)> carry;
  // The order of all circuits, on a network of one dimension; none: as messages come. Outlives it.
  const stack::Stack* stack = nullptr;
  std::string stack_name = "stack";  // for messages
};

struct JobMachineOutcome final : engine::MachineAnswer {
  engine::Result network;
  base::Picoseconds time{0};               // of the last operation of any NPU
  std::vector<int> npus;                   // of the network, that were simulated
  std::vector<base::Picoseconds> ends;     // of each of these
  std::vector<base::Picoseconds> compute;  // of each: computations, waits for memory included
  std::vector<std::vector<engine::Interval>> intervals;  // of each one's nodes
  std::vector<MeetingTimes> meetings;
  CircuitsMade circuits;             // of messages
  memory::Figures memory;            // of all NPUs, where there is one
  std::optional<CacheCounts> cache;  // of all NPUs, where their memories are modules
};

// Why no NPU of this machine may stand for others; "" where one may, if the job's groups are alike.
std::string why_each_npu(const JobMachine& machine);

// Runs the scenario's job in a SystemC simulation of its own. Dependencies and streams are those of
// engine::job::NodeRunner; collectives that may run do, all at once. Throws ConfigError for what
// engine::job::refusal() and refuse_rounds() refuse, for more than kMostMachineNpus NPUs to
// simulate, with why each is, and for messages of several links. Also for a run that stalls, naming
// who waits for what.
JobMachineOutcome run_job_machine(const engine::Scenario& scenario, const JobMachine& machine);

inline constexpr int kMostMachineNpus = 256;

}  // namespace jacquard::systemc
