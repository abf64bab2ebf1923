// SPDX-License-Identifier: Apache-2.0
// A job whose operations are those of traces, on a system: what train runs in place of a step.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/engine/job/work.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/topology/network.hpp"
#include "systemc/train/prices.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::train {

// All of it before it is run.
struct TracedJob {
  TrainConfig config;
  JobPlaces places;    // of its keys
  std::string source;  // of the traces, for errors
  topology::Fabric fabric;
  Npu npu;
  engine::job::JobWork work;
  bool is_recorded = false;  // each communication says how long it took
};

// Whether a key of train's, such as "system.node", says something of traces.
bool concerns_traces(std::string_view key);

// Collectives go as those of a step do, by messages: members wait for each other. Computations take
// their recorded time, others what their amounts take on the system's NPU. Throws ConfigError at
// the key's place for a system without as many NPUs as the job, and for modes of ASTRA-sim.
TracedJob prepare_traced(const TrainConfig& config, const JobPlaces& places, workload::Job job,
                         const std::string& source);

// When an NPU computed (on any stream, the CPU's left out), and when it only communicated or
// accessed remote memory. Ascending; none of them overlap.
struct Activity {
  std::vector<engine::Interval> computing;
  std::vector<engine::Interval> exposed;
};
Activity activity_of(const workload::OpGraph& graph,
                     const std::vector<engine::Interval>& intervals);
struct TracedAnswer {
  base::Picoseconds time{0};
  std::vector<std::vector<engine::Interval>> intervals;  // of the nodes of simulated NPUs, by id
  std::vector<int> standing;  // which of them stands for each NPU; empty: each for itself
  std::vector<engine::Result::Dimension> dimensions;  // empty where the engine does not tell
  std::int64_t events = 0;

  int stands_for(int npu) const { return standing.empty() ? npu : base::at(standing, npu); }
  const std::vector<engine::Interval>& intervals_of(int npu) const {
    return base::at(intervals, stands_for(npu));
  }
};

// Of the time, what NPUs did, means; what is left they waited for the host or each other.
struct TracedFigures {
  base::Picoseconds time{0};
  base::Picoseconds compute{0};
  base::Picoseconds exposed{0};
};
TracedFigures figures_of(const TracedJob& traced, const TracedAnswer& answer);

// On the engine that the configuration names. Throws ConfigError as engines do.
TracedAnswer run_traced(const TracedJob& traced);
// As it was recorded: each operation takes its recorded time. Requires is_recorded.
TracedAnswer as_recorded(const TracedJob& traced);

}  // namespace jacquard::train
