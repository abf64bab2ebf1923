// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/run_step.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/job/run.hpp"
#include "jacquard/systems/reached.hpp"
#include "jacquard/workload/training.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/train/comm_machine.hpp"
#include "systemc/train/exchange_times.hpp"
#include "systemc/train/launches.hpp"
#include "systemc/train/on_machine.hpp"
#include "systemc/train/stack_of_step.hpp"
#include "systemc/train/step_products.hpp"
#include "systemc/train/training_keys.hpp"

namespace jacquard::train {
namespace {

namespace step_engine = engine::step;

bool by_roofline(const Step& step) {
  return !step.npu.device && step.config.mode != engine::Mode::faithful;
}

void account_for(const Step& step, StepAnswer& answer) {
  step_engine::Intervals spans;
  for (const auto& intervals : answer.intervals) {
    spans.emplace_back(intervals.data(), intervals.size());
  }
  step_engine::account(step.program, spans, answer.time, answer.accounts);
  answer.path = step_engine::critical_path(step.program, spans);
}

// Engines that tell no intervals tell at least what each NPU computed.
void account_without_intervals(const Step& step, const engine::job::Answer& job,
                               StepAnswer& answer) {
  for (const workload::ClassProgram& program : step.program.classes) {
    const auto& npu =
        base::at(job.npus, program.stage * step.program.grid.stride(workload::Axis::pp));
    step_engine::ClassAccount account;
    account.end = npu.end;
    account.compute = npu.compute;
    account.exposed = npu.end - npu.compute;
    account.bubble = answer.time - npu.end;
    account.comm_busy.resize(step.program.comms.size());
    account.comm_exposed.resize(step.program.comms.size());
    answer.accounts.push_back(std::move(account));
  }
}

step_engine::CommMachine comm_machine(const Step& step) {
  step_engine::CommMachine machine =
      comm_machine(step.config, step.fabric, step.stack != nullptr, step.config.rules,
                   {step.request.place.source, "fewer bytes or a higher bandwidth"});
  machine.known = step.known;
  return machine;
}

}  // namespace

bool fits(const Step& step) {
  const base::Bytes limit = step.npu.memory;
  return limit.count() <= 0 ||
         std::all_of(step.memory.begin(), step.memory.end(),
                     [&](const workload::Memory& m) { return !(limit < m.total()); });
}

Step without_program(const TrainConfig& config, const JobPlaces& places) {
  workload::StepRequest request = request_of(config, places);
  workload::StepPlan plan = workload::plan_of(request);
  topology::Fabric fabric =
      topology::build_fabric(config.system.network, places.of("system") / "network");
  workload::require_npus(request, fabric.npus());
  require_machine(config, fabric, places);
  require_products(config, places);
  Npu npu = npu_of(config.system, places.of("system"));
  const auto node = systems::node_of(config.system, config.law, fabric, places.of("system"));
  if (node) {
    npu.device = node->device;
    fabric = systems::as_reached(fabric, *node);
  }
  std::vector<workload::Memory> memory;
  for (int stage = 0; stage < request.parallelism.pp; ++stage) {
    memory.push_back(workload::memory_of(request, plan, stage));
  }
  Step step{config,
            places,
            std::move(request),
            std::move(fabric),
            std::move(npu),
            node ? node->node : 0,
            std::move(memory),
            std::move(plan)};
  if (step.config.rules.local_memory_bandwidth.count() <= 0) {
    step.config.rules.local_memory_bandwidth = step.npu.memory_bandwidth;
  }
  return step;
}

void set_program(Step& step, workload::StepProgram program) {
  step.program = std::move(program);
  step.works = work_times(step.program, step.npu);
  step.node_comms.resize(step.program.comms.size());
  if (step.config.mode == engine::Mode::faithful) {  // ASTRA-sim's network carries all
    step.node_comms = node_times(step.program, step.node, step.npu);
    set_exchange_times(step.request, step.program, step.fabric, step.node, step.npu,
                       step.node_comms);
  }
  const workload::SoftwareKeys& software = step.request.software;
  if (software.launch.count() > 0 || software.call.count() > 0) {
    price_launches(step.program, software, step.npu, comm_times(step), step.works);
  }
}

void add_program(Step& step) {
  step.packed = packed_of(step.config, step.places, step.request, step.plan);
  if (step.packed) {
    step.request.packed = step.packed->slowest;
    step.request.packed_mean = step.packed->mean;
    step.request.packed_filled = step.packed->filled;
  }
  const bool train = step.config.kind == workload::StepKind::train;
  set_program(step, train ? workload::training_program(step.request, std::move(step.program))
                          : workload::inference_program(step.request));
}

Step prepare(const TrainConfig& config, const JobPlaces& places) {
  if (wants_stack(config)) return step_on_stack(config, places);
  return prepare_on_network(config, places);
}

Step prepare_on_network(const TrainConfig& config, const JobPlaces& places) {
  Step step = without_program(config, places);
  if (!config.ignore_memory && !fits(step)) workload::require_fits(step.request, step.npu.memory);
  add_program(step);
  return step;
}

std::optional<base::Picoseconds> time_if_it_fits(const TrainConfig& config,
                                                 step_engine::ListSchedule& schedule) {
  Step step = without_program(config, {"a point", ""});
  if (!fits(step)) return std::nullopt;
  add_program(step);
  return analytic_time(step, schedule);
}

step_engine::StepWork step_work(const Step& step) {
  step_engine::StepWork work{&step.program, step.works, &step.node_comms, comm_machine(step), {}};
  if (by_roofline(step)) work.roofline = {step.npu.peak, step.npu.memory_bandwidth};
  return work;
}

std::vector<step_engine::CommTime> comm_times(const Step& step) {
  return step_engine::comm_times(step_work(step));
}

std::vector<std::string> ways_of(const Step& step) {
  std::vector<std::string> ways = step_engine::ways_in_words(comm_machine(step), step.program);
  for (std::size_t c = 0; c < ways.size(); ++c) {
    const workload::CommWork& comm = step.program.comms[c];
    if (step.node_comms[c]) {
      ways[c] = systems::node_way(*step.npu.device, comm.kind, step.program.grid.members(comm.axes),
                                  comm.bytes);
    }
  }
  return ways;
}

base::Picoseconds analytic_time(const Step& step, step_engine::ListSchedule& schedule) {
  const std::vector<step_engine::CommTime> comms = comm_times(step);
  return schedule.run(step.program,
                      {{step.works.data(), step.works.size()}, {comms.data(), comms.size()}},
                      step.config.rules.order);
}

engine::job::JobWork job_work(const Step& step) { return step_engine::job_of(step_work(step)); }

engine::Scenario scenario_of(const Step& step, const engine::Work& work) {
  const TrainConfig& config = step.config;
  engine::Scenario scenario{work, topology::NetworkView(step.fabric), config.rules, {}};
  scenario.mode = config.mode;
  scenario.symmetry = config.symmetry;
  scenario.limits = limits_of(config);
  scenario.origin = {step.request.place.source, "fewer layers, or --engine analytic"};
  // ASTRA-sim has one local-mem-bw, of reductions and of the roofline.
  if (by_roofline(step)) scenario.rules.local_memory_bandwidth = step.npu.memory_bandwidth;
  return scenario;
}

namespace {

// Nouns of an experiment name themselves where they are wrong. In a job they stand in its file or
// in options.
StepAnswer run_with_places(const Step& step) {
  try {
    return run_on_machine(step);
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    const char* const nouns[] = {"circuit", "fabric", "faults", "scheduler"};
    const std::string noun = fault.source.substr(0, fault.source.find('/'));
    if (std::find(std::begin(nouns), std::end(nouns), noun) == std::end(nouns)) throw;
    std::string key = fault.source + fault.where;
    std::replace(key.begin(), key.end(), '/', '.');
    const config::Place place = step.places.of(key);
    fault.source = place.source;
    fault.where = place.where;
    throw base::ConfigError(fault);
  }
}

}  // namespace

StepAnswer run_step(const Step& step) {
  if (run::has_clocks(step.config.engine)) {
    step_engine::require_memory_for_graphs(step.program, limits_of(step.config));
    return run_with_places(step);
  }
  const step_engine::StepWork work = step_work(step);
  const engine::Result result = run::run_on(step.config.engine, scenario_of(step, work));
  StepAnswer answer;
  answer.time = result.time;
  answer.dimensions = result.dimensions;
  answer.events = result.events;
  answer.simulated_npus = result.simulated_npus;
  answer.intervals = result.step->intervals;
  if (answer.intervals.empty()) {
    account_without_intervals(step, *result.job, answer);
  } else {
    account_for(step, answer);
  }
  return answer;
}

}  // namespace jacquard::train
