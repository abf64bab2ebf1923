// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/step/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/engine.hpp"
#include "jacquard/engine/job/run.hpp"
#include "jacquard/engine/step/dimension_loads.hpp"
#include "jacquard/engine/step/list_schedule.hpp"
#include "jacquard/workload/job_of_program.hpp"

namespace jacquard::engine::step {
namespace {

// Bytes of an operation, as measured.
constexpr double kOnList = 130;
constexpr double kInGraphs = 650;  // of a node, with its job

void require_memory(const workload::StepProgram& program, double of_each, const Limits& limits) {
  double bytes = 0;
  for (const workload::ClassProgram& one : program.classes) {
    bytes += static_cast<double>(one.ops.size());
  }
  bytes *= of_each;
  if (bytes <= limits.memory) return;
  throw base::ConfigError({"--most-memory", "",
                           fmt::format("a run of at most {:.3g} bytes of memory", limits.memory),
                           fmt::format("about {:.3g} for the step's operations", bytes),
                           "fewer micro-batches or layers, or a larger limit"});
}

// The first NPU of each class stands for it.
std::vector<std::vector<Interval>> intervals_of(const workload::StepProgram& program,
                                                const job::Answer& answer) {
  std::vector<std::vector<Interval>> intervals;
  if (answer.intervals.empty()) return intervals;
  const int stride = program.grid.stride(workload::Axis::pp);
  for (const workload::ClassProgram& one : program.classes) {
    intervals.push_back(answer.intervals_of(one.stage * stride));
  }
  return intervals;
}

// Collectives inside a node take measured times, which no engine sees on links.
void add_node_loads(const StepWork& work, Result& result) {
  std::vector<bool> timed;
  for (const auto& time : *work.node_comms) timed.push_back(time.has_value());
  if (std::find(timed.begin(), timed.end(), true) == timed.end()) return;
  const auto more = dimension_loads(work.comms, *work.program, timed, result.time);
  for (std::size_t d = 0; d < result.dimensions.size(); ++d) {
    result.dimensions[d].bytes += more[d].bytes;
    result.dimensions[d].busy += more[d].busy;
    result.dimensions[d].utilisation += more[d].utilisation;
  }
}

}  // namespace

void require_memory_for_graphs(const workload::StepProgram& program, const Limits& limits) {
  require_memory(program, kInGraphs, limits);
}

std::vector<CommTime> comm_times(const StepWork& work) {
  std::vector<CommTime> times = comm_times(work.comms, *work.program);
  for (std::size_t c = 0; c < times.size(); ++c) {
    const auto& in_node = (*work.node_comms)[c];
    if (in_node) times[c] = {*in_node, {}, kNodeNetwork};
  }
  return times;
}

job::JobWork job_of(const StepWork& work) {
  job::JobWork as_job;
  as_job.job =
      workload::job_of(*work.program, {work.works.begin(), work.works.end()}, *work.node_comms);
  as_job.algorithms = work.comms.algorithms;
  as_job.spread = work.comms.spread;
  as_job.chunks = work.comms.chunks;
  as_job.ways = ways_of(work.comms, *work.program, *work.node_comms);
  as_job.roofline = work.roofline;
  return as_job;
}

Result run_on_list(const Scenario& scenario) {
  const StepWork& work = *scenario.work.step;
  require_memory(*work.program, kOnList, scenario.limits);
  const std::vector<CommTime> comms = comm_times(work);
  ListSchedule schedule;
  Result result;
  result.time =
      schedule.run(*work.program, {work.works, {comms.data(), comms.size()}}, scenario.rules.order);
  const auto answer = std::make_shared<Answer>();
  for (std::size_t c = 0; c < work.program->classes.size(); ++c) {
    const auto intervals = schedule.intervals(static_cast<int>(c));
    answer->intervals.emplace_back(intervals.begin(), intervals.end());
    result.events += static_cast<std::int64_t>(intervals.size());
  }
  result.simulated_npus = static_cast<int>(work.program->classes.size());
  result.dimensions = dimension_loads(work.comms, *work.program, {}, result.time);
  result.step = answer;
  return result;
}

Result run_as_job(const Scenario& scenario, const Engine& engine) {
  const StepWork& work = *scenario.work.step;
  require_memory_for_graphs(*work.program, scenario.limits);
  const job::JobWork as_job = job_of(work);
  Scenario of_job = scenario;
  of_job.work = as_job;
  Result result = engine.run(of_job);
  add_node_loads(work, result);
  const auto answer = std::make_shared<Answer>();
  answer->intervals = intervals_of(*work.program, *result.job);
  result.step = answer;
  return result;
}

}  // namespace jacquard::engine::step
