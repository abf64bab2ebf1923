// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/on_machine.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/digest.hpp"
#include "jacquard/engine/job/work.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/machine/machine_parts.hpp"
#include "systemc/train/machine_account.hpp"
#include "systemc/train/machine_parts.hpp"
#include "systemc/train/stack_of_step.hpp"
#include "systemc/train/step_foresight.hpp"
#include "systemc/train/times_alone.hpp"

namespace jacquard::train {
namespace {

using base::Picoseconds;
using machine::Detail;

// A node of the job that is an exchange is timed, so that the machine is asked for it.
void time_exchanges(const StepMeetings& meetings, Step& step) {
  for (const systemc::Meeting& meeting : meetings.meetings()) {
    const auto m = static_cast<int>(&meeting - meetings.meetings().data());
    const StepExchange& e = meetings.exchange(m);
    const auto& op = base::at(base::at(step.program.classes, e.of_class).ops, e.op);
    base::at(step.node_comms, op.work) = Picoseconds{1};
  }
}

std::uint64_t hash_of(const std::vector<ExchangeOfStep>& exchanges) {
  base::Digest digest;
  bool decided = false;
  for (const ExchangeOfStep& e : exchanges) {
    digest.add(e.answer.schedule_hash);
    decided = decided || e.answer.decisions > 0;
  }
  return decided ? digest.value().first : 0;
}

// Of the first NPU of each class, as other engines have it.
void tell_intervals(const Step& step, const OnMachine& on, StepAnswer& answer) {
  const int stride = step.program.grid.stride(workload::Axis::pp);
  for (const workload::ClassProgram& program : step.program.classes) {
    answer.intervals.push_back(base::at(on.intervals, program.stage * stride));
  }
}

// What a module keeps for an NPU: of the class that needs most.
base::Bytes largest_memory(const Step& step) {
  base::Bytes largest{0};
  for (const workload::Memory& one : step.memory) largest = std::max(largest, one.total());
  return largest;
}

Picoseconds mean_memory_wait(const std::vector<std::vector<Picoseconds>>& alone,
                             const systemc::JobMachineOutcome& outcome) {
  Picoseconds waited{0};
  for (std::size_t k = 0; k < outcome.npus.size(); ++k) {
    waited += outcome.compute[k];
    for (const Picoseconds one : base::at(alone, outcome.npus[k])) waited -= one;
  }
  // Cores begin at an edge of their clock, alone not at the same one.
  waited = std::max(waited, Picoseconds{0});
  return Picoseconds{waited.count() /
                     static_cast<std::int64_t>(std::max<std::size_t>(outcome.npus.size(), 1))};
}

// But for the network and for exchanges.
bool are_alike(const Step& step) {
  return step.config.symmetry == engine::Symmetry::automatic &&
         step.config.expert_routing.kind == workload::RoutingKind::uniform &&
         step.config.exchange.faults.slow_npus == 0;
}

// One of each pipeline stage where one may stand for others.
std::vector<int> simulated_npus(const Step& step, const systemc::JobMachine& machine) {
  const bool alike = systemc::why_each_npu(machine).empty();
  std::vector<int> npus;
  const int stride = alike ? step.program.grid.stride(workload::Axis::pp) : 1;
  for (int npu = 0; npu < step.fabric.npus(); npu += stride) {
    if (alike && npus.size() == step.program.classes.size()) break;
    npus.push_back(npu);
  }
  return npus;
}

// Only circuits are decided on.
void require_circuits(const Step& step, const std::vector<Detail>& details,
                      const StepMeetings& meetings) {
  machine::require_kept(step.config.exchange, step.config.decide);
  if (step.config.decide == machine::Decide::on_demand) return;
  for (const systemc::Meeting& meeting : meetings.meetings()) {
    const Detail detail = base::at(details, meeting.dimension);
    if (detail == Detail::circuit) continue;
    throw base::ConfigError({"--decide", "",
                             "on_demand where experts exchange on " + std::string(name_of(detail)),
                             machine::name_of(step.config.decide), "--detail circuit"});
  }
}

// Kernels of a part of the tokens are timed by the law, behind exchanges that are simulated.
void require_early_experts(const Step& step, const StepMeetings& meetings) {
  const machine::ExpertStart& start = step.config.expert_start;
  if (start.at_end()) return;
  const char* expected = nullptr;
  if (meetings.meetings().empty()) expected = "end, as no experts exchange on a simulated fabric";
  if (step.config.npu.detail == machine::NpuDetail::systolic) {
    expected = "end beside npu.detail=systolic";
  }
  if (expected != nullptr) step.places.of("expert_start").fail(expected, text_of(start));
}

// Faults befall circuits, in an exchange that there is.
void require_faulty_exchange(const Step& step, const std::vector<Detail>& details,
                             const StepMeetings& meetings) {
  const systemc::FaultConfig& faults = step.config.exchange.faults;
  const auto fail = [](const char* key, const std::string& expected, const std::string& found) {
    throw base::ConfigError({"faults", key, expected, found, ""});
  };
  const auto count = static_cast<int>(meetings.meetings().size());
  if (faults.exchange && count == 0) {
    fail("/exchange", "none, as the step has no exchanges", std::to_string(*faults.exchange));
  }
  if (faults.exchange && *faults.exchange >= count) {
    fail("/exchange", "an exchange below " + std::to_string(count) + ", as the step has them",
         std::to_string(*faults.exchange));
  }
  if (!expects_faults(faults)) return;
  for (const systemc::Meeting& meeting : meetings.meetings()) {
    if (base::at(details, meeting.dimension) == Detail::circuit) return;
  }
  fail("", "slow_npus alone, as no experts exchange on circuits", "faults of circuits");
}

}  // namespace

StepAnswer run_on_machine(const Step& given) {
  if (given.config.mode != engine::Mode::faithful) {
    throw base::ConfigError({"--engine cycle", "", "--mode faithful",
                             std::string("--mode ") + name_of(given.config.mode), ""});
  }
  const config::Place place{"--detail", ""};
  const std::vector<Detail> said =
      machine::details_of(given.config.detail, given.fabric, given.config.system.node, place);
  std::vector<Detail> details;
  for (int d = 0; d < given.fabric.dimensions(); ++d) {
    details.push_back(machine::resolved(base::at(said, d), given.fabric.dimension(d)));
  }
  Step step = given;
  use_details(said, place, step);
  StepMeetings meetings(step, details);
  require_faulty_exchange(step, details, meetings);
  require_early_experts(step, meetings);
  time_exchanges(meetings, step);
  Carriers carriers(step, details);
  Costs costs(step, meetings);
  const auto on = std::make_shared<OnMachine>();
  std::vector<int> carried;  // meetings, in the order of on->exchanges

  systemc::JobMachine parts;
  for (const Detail detail : details) {
    parts.planes.push_back(machine::plane_of(detail, step.config.exchange));
  }
  parts.memory =
      machine::memory_of(step.config.hbm, step.npu.memory_bandwidth, largest_memory(step));
  parts.cost = [&](int npu, int node) { return costs.of(npu, node); };
  parts.npus_alike = are_alike(step);
  parts.most_accesses = step.most_accesses;
  if (step.config.npu.detail == machine::NpuDetail::systolic) {
    parts.cores = cores_of_all(step, costs);
  }
  parts.meetings = meetings.meetings();
  parts.meeting_of = meetings.meeting_of();
  require_circuits(step, details, meetings);
  StepForesight foresight(step.config.decide, step.config.exchange.circuit.keep_settings, meetings);
  parts.carry = [&](int meeting, const systemc::MeetingTimes& times) {
    const int dimension = base::at(meetings.meetings(), meeting).dimension;
    const machine::Exchanged& answer =
        carriers.carry(dimension, meetings.demand(meeting), carried.size(),
                       foresight.of(meeting, times), foresight.before(meeting), times.begin);
    costs.begin_early(meeting, answer);
    foresight.decided(meeting, times.begin + answer.decision, answer.left);
    on->exchanges.push_back(
        {meetings.exchange(meeting), {}, answer, base::at(meetings.meetings(), meeting).members});
    carried.push_back(meeting);
    const Picoseconds decided = std::max(answer.decision, answer.replanned);
    return systemc::MeetingAnswer{answer.completion, decided, answer.done};
  };
  const engine::job::JobWork work = step.stack ? stack_work(step) : job_work(step);
  if (step.stack && step.stack->in_order) {
    parts.stack = &step.stack->stack;
    if (!step.config.stack.empty()) parts.stack_name = step.config.stack;
  }
  if (parts.memory) {
    require_brief(step, *parts.memory, parts.cost, parts.cores, simulated_npus(step, parts));
  }
  engine::Scenario scenario = scenario_of(step, work);
  scenario.machine = &parts;
  const engine::Result result = run::run_on(step.config.engine, scenario);
  auto& outcome = engine::answer_of_machine<systemc::JobMachineOutcome>(result);

  on->in_order = parts.stack != nullptr;
  on->circuits = outcome.circuits;
  on->npus = outcome.npus;
  on->alone = times_alone(step, parts, on->npus, costs);
  on->memory_wait = mean_memory_wait(on->alone, outcome);
  on->intervals.resize(base::index(step.fabric.npus()));
  for (std::size_t k = 0; k < on->npus.size(); ++k) {
    base::at(on->intervals, on->npus[k]) = std::move(outcome.intervals[k]);
  }
  for (std::size_t e = 0; e < carried.size(); ++e) {
    on->exchanges[e].times = base::at(outcome.meetings, carried[e]);
  }
  if (outcome.cache) on->cache_hit_ratio = outcome.cache->hit_rate();
  on->schedule_hash = hash_of(on->exchanges);
  on->waves = carriers.waves();
  add_waits(meetings, outcome, *on);

  StepAnswer answer;
  answer.time = outcome.time;
  answer.dimensions = outcome.network.dimensions;
  answer.events = outcome.network.messages;
  for (const ExchangeOfStep& e : on->exchanges) answer.events += e.answer.events;
  answer.simulated_npus = static_cast<int>(on->npus.size());
  tell_intervals(step, *on, answer);
  account_by_npus(step, *on, answer);
  answer.machine = on;
  return answer;
}

}  // namespace jacquard::train
