// SPDX-License-Identifier: Apache-2.0
// A step of training or inference as work of an engine: by the list schedule, or as a job.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/engine/interval.hpp"
#include "jacquard/engine/job/work.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/engine/scenario.hpp"
#include "jacquard/engine/step/comm_time.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::engine {
class Engine;
}

namespace jacquard::engine::step {

// What it refers to outlives it; nothing of it is null.
struct StepWork {
  const workload::StepProgram* program = nullptr;
  base::Span<const base::Picoseconds> works;  // of StepProgram::works
  // Of StepProgram::comms: what it takes inside a node, as measured; nothing: links carry it.
  const std::vector<std::optional<base::Picoseconds>>* node_comms = nullptr;
  CommMachine comms;
  std::optional<job::Roofline> roofline;
};

struct Answer {
  // Of each class, when each operation began and ended; empty where the engine does not tell.
  std::vector<std::vector<Interval>> intervals;
};

// Closed forms of the communications; of measured ones the time alone.
std::vector<CommTime> comm_times(const StepWork& work);
// The same step as a job of OpGraphs.
job::JobWork job_of(const StepWork& work);

// Throw ConfigError, naming --most-memory, where the operations alone take more than the limit.
Result run_on_list(const Scenario& scenario);
Result run_as_job(const Scenario& scenario, const Engine& engine);
// Operations of OpGraphs alone can take gigabytes, of which estimates of messages know nothing.
void require_memory_for_graphs(const workload::StepProgram& program, const Limits& limits);

}  // namespace jacquard::engine::step
