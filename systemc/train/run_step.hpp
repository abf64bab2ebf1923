// SPDX-License-Identifier: Apache-2.0
// A step from its configuration to when each operation ran, on any engine.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/engine/job/work.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/engine/scenario.hpp"
#include "jacquard/engine/step/account.hpp"
#include "jacquard/engine/step/comm_time.hpp"
#include "jacquard/engine/step/list_schedule.hpp"
#include "jacquard/engine/step/work.hpp"
#include "jacquard/topology/network.hpp"
#include "jacquard/workload/step_memory.hpp"
#include "systemc/train/prices.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::train {

// Of a step by the clocks of its RTL scheduler: who wants waveforms, of when.
struct Waves {
  base::Picoseconds from{0}, to{0};  // exchanges that begin at from <= time < to
  std::string folder;                // "exchange_3.fst" is that of the fourth exchange
};
inline constexpr int kMostWaves = 100;

struct StackOfStep;  // stack_of_step.hpp

// All of a step before it is run.
struct Step {
  TrainConfig config;
  JobPlaces places;  // of its keys
  workload::StepRequest request;
  topology::Fabric fabric;
  Npu npu;
  int node = 0;  // NPUs within which its law prices collectives; 0: links carry all
  std::vector<workload::Memory> memory;  // of each class
  workload::StepPlan plan;
  workload::StepProgram program = {};
  std::vector<base::Picoseconds> works = {};                      // by StepProgram::works
  std::vector<std::optional<base::Picoseconds>> node_comms = {};  // by StepProgram::comms
  std::optional<workload::PackedStep> packed = std::nullopt;
  std::optional<Waves> waves = std::nullopt;
  engine::step::KnownTimes* known = nullptr;  // of its network: of a search, which keeps it
  std::int64_t most_accesses = 0;             // systemc::JobMachine::most_accesses
  std::shared_ptr<const StackOfStep> stack = nullptr;  // whose switches carry it; none: the network
};

// Throws ConfigError at the key's place for knobs that do not fit the model, the network or, unless
// `ignore_memory`, the memory; and for a system or a mode that cannot run steps. With a stack, as
// step_on_stack() does.
Step prepare(const TrainConfig& config, const JobPlaces& places);
// On its own network, whatever it says of a stack.
Step prepare_on_network(const TrainConfig& config, const JobPlaces& places);

// In two parts, for searches that look at memory first or build a program of their own: all but the
// program, whatever the memory; and a program with the times that follow from it.
Step without_program(const TrainConfig& config, const JobPlaces& places);
void set_program(Step& step, workload::StepProgram program);
void add_program(Step& step);  // its own
// Whether each class fits into the NPU's memory, where that is known.
bool fits(const Step& step);

struct OnMachine;  // on_machine.hpp

struct StepAnswer {
  base::Picoseconds time{0};
  std::vector<std::vector<engine::Interval>> intervals;  // of each operation of each class
  std::vector<engine::step::ClassAccount> accounts;      // of each class
  std::vector<engine::step::PathStep> path;              // critical
  std::vector<engine::Result::Dimension> dimensions;     // empty where the engine does not tell
  std::int64_t events = 0;
  int simulated_npus = 0;
  std::shared_ptr<const OnMachine> machine;  // of --engine cycle
};

// How each of the step's communications is done, in words.
std::vector<std::string> ways_of(const Step& step);

// Closed forms of the step's communications.
std::vector<engine::step::CommTime> comm_times(const Step& step);

// The step as work of an engine, which refers to it; as a job of OpGraphs; and either on the step's
// network, to which the scenario refers.
engine::step::StepWork step_work(const Step& step);
engine::job::JobWork job_work(const Step& step);
engine::Scenario scenario_of(const Step& step, const engine::Work& work);

// On the engine that the configuration names, in its mode. Throws ConfigError as engines do.
StepAnswer run_step(const Step& step);

// The time alone, by the list schedule; `schedule` keeps its memory for the next call.
base::Picoseconds analytic_time(const Step& step, engine::step::ListSchedule& schedule);

// The same from knobs, or nothing where they do not fit into memory: what a search calls. Throws
// ConfigError for knobs that do not fit the model.
std::optional<base::Picoseconds> time_if_it_fits(const TrainConfig& config,
                                                 engine::step::ListSchedule& schedule);

}  // namespace jacquard::train
