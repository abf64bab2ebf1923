// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/job_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <memory>
#include <systemc>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/job/node_runner.hpp"
#include "jacquard/engine/job/run.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/machine/expected_accesses.hpp"
#include "systemc/machine/machine_npu.hpp"
#include "systemc/rounds/cycle_engine.hpp"
#include "systemc/stack/stack_plane.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using engine::job::JobRounds;
using engine::job::NodeRunner;
using memory::Direction;
using Then = PlaneNetwork::Then;

constexpr const char* kMachine = "--engine cycle";

// Calls `then` at the last of so many calls.
Then at_last(int calls, Then then) {
  return [left = std::make_shared<int>(calls), then = std::move(then)] {
    if (--*left == 0) then();
  };
}

class Machine final : private engine::Stage {
 public:
  Machine(const engine::Scenario& scenario, const engine::Scenario& network,
          const JobMachine& config, const JobRounds& rounds)
      : config_(config),
        rounds_(rounds),
        runner_(*scenario.work.job, rounds),
        network_("network", network, config.planes, kMachine, 0, hooks(),
                 rounds.by_classes ? &rounds.classes : nullptr),
        coming_(config.meetings.size()),
        times_(config.meetings.size()),
        without_planes_(rounds.npus()) {
    for (int npu = 0; config.memory && npu < rounds.npus(); ++npu) {
      std::optional<CoresOfNpu> cores;
      if (!config.cores.empty()) cores = base::at(config.cores, rounds.in_network(npu));
      npus_.push_back(std::make_unique<MachineNpu>(npu, *config.memory, cores));
    }
  }

  // An exchange is a simulation of its own: the kernel pauses at the instant it begins.
  JobMachineOutcome run() {
    runner_.begin(*this);
    settle_soon();
    for (go_on(); !pending_.empty(); go_on()) exchange_pending();
    require_done();
    return outcome();
  }

 private:
  struct Coming {
    std::vector<std::pair<int, std::uint32_t>> members;  // NPU, and what to wake it with
    bool over = false;
  };

  void go_on() {
    sc_core::sc_start();
    network_.require_going();
  }

  PlaneNetwork::Hooks hooks() {
    PlaneNetwork::Hooks hooks;
    hooks.ended = [this](int collective, int npu) { ended(collective, npu); };
    hooks.arrived = [this](int collective) { arrived(collective); };
    if (!config_.memory) return hooks;
    hooks.move = [this](int from, int to, Bytes bytes, const Then& then) {
      const Then both = at_last(2, then);
      base::at(npus_, from)->nic().move(bytes, Direction::read, both);
      // After what all NPUs read at this instant, so that none is served by its number.
      network_.agenda().after(Picoseconds{0}, [this, to, bytes, both] {
        base::at(npus_, to)->nic().move(bytes, Direction::write, both);
      });
    };
    // Both summands are read and the sum is written.
    hooks.reduce = [this](int npu, Bytes bytes, const Then& then) {
      MemoryStream& nic = base::at(npus_, npu)->nic();
      const Then both = at_last(2, then);
      nic.move(bytes * 2, Direction::read, both);
      nic.move(bytes, Direction::write, both);
    };
    return hooks;
  }

  void issue(int collective, int rank) override {
    network_.start(rounds_.npu(collective, rank), collective);
  }
  void may_choose(int) override {}  // all that are ready run at once
  void wake(std::int64_t time, std::uint32_t token) override {
    network_.agenda().at(Picoseconds{time}, [this, token] { woken(token); });
  }

  bool takes_over(int npu, int node, std::uint32_t token) override {
    const int in_fabric = rounds_.in_network(npu);
    const auto& own = base::at(config_.meeting_of, in_fabric);
    if (const auto meeting = own.find(node); meeting != own.end()) {
      come(meeting->second, npu, token);
      return true;
    }
    ComputeCost cost = config_.cost(in_fabric, node);
    if (cost.time.count() <= 0 && cost.products.empty()) return false;
    Then last = [this, token] { woken(token); };
    if (!cost.products.empty()) {
      last = [this, npu, products = std::move(cost.products), last] {
        base::at(npus_, npu)->multiply(products, last);
      };
    }
    const Then over = at_last(2, std::move(last));
    network_.agenda().after(cost.time, over);
    if (npus_.empty()) {
      over();
    } else {
      base::at(npus_, npu)->computations().move(cost.bytes, Direction::read, over);
    }
    return true;
  }

  void come(int meeting, int npu, std::uint32_t token) {
    Coming& coming = base::at(coming_, meeting);
    coming.members.emplace_back(npu, token);
    const Meeting& m = base::at(config_.meetings, meeting);
    if (coming.members.size() < m.members.size()) return;
    base::at(times_, meeting).known = now();
    take_ports(m, [this, meeting] { wait_for_scheduler(meeting); });
  }

  // Of its members; what came to them before goes first.
  void take_ports(const Meeting& m, const Then& taken) {
    const auto planes = network_.planes(m.dimension);
    if (planes.empty()) {
      without_planes_.ask(m.members, taken);
      grant_without_planes();
      return;
    }
    const Then last = at_last(static_cast<int>(planes.size()), taken);
    for (MessagePlane* plane : planes) plane->hold(m.members, last);
  }
  void free_ports(const Meeting& m) {
    const auto planes = network_.planes(m.dimension);
    for (MessagePlane* plane : planes) plane->release(m.members);
    if (!planes.empty()) return;
    without_planes_.release(m.members);
    grant_without_planes();
  }
  void grant_without_planes() {
    for (const Then& granted : without_planes_.grant([](int) { return true; })) granted();
  }

  // The scheduler of a switch decides on one exchange at a time; those decided go on together.
  void wait_for_scheduler(int meeting) {
    auto& queue = at_scheduler_[switch_of(meeting)];
    queue.push_back(meeting);
    if (queue.size() == 1) begin(meeting);
  }
  void decided(int meeting) {
    auto& queue = at_scheduler_[switch_of(meeting)];
    queue.pop_front();
    if (!queue.empty()) begin(queue.front());
  }
  std::pair<int, int> switch_of(int meeting) const {
    const Meeting& m = base::at(config_.meetings, meeting);
    return {m.dimension, m.npus.front()};
  }
  void begin(int meeting) {
    base::at(times_, meeting).begin = now();
    pending_.push_back(meeting);
    sc_core::sc_pause();
  }

  // Outside of the kernel: exchanges are simulations as well.
  void exchange_pending() {
    const std::vector<int> pending = std::exchange(pending_, {});
    for (const int meeting : pending) {
      const Picoseconds at = base::at(times_, meeting).begin;
      const MeetingAnswer answer = config_.carry(meeting, base::at(times_, meeting));
      const Meeting& m = base::at(config_.meetings, meeting);
      for (const auto& [npu, token] : base::at(coming_, meeting).members) {
        const auto port = std::find(m.npus.begin(), m.npus.end(), npu) - m.npus.begin();
        network_.agenda().at(at + base::at(answer.done, port),
                             [this, token = token] { woken(token); });
      }
      network_.agenda().at(at + answer.decided, [this, meeting] { decided(meeting); });
      network_.agenda().at(at + answer.completion, [this, meeting] { over(meeting); });
    }
  }
  void over(int meeting) {
    base::at(times_, meeting).end = now();
    base::at(coming_, meeting).over = true;
    free_ports(base::at(config_.meetings, meeting));
  }

  void woken(std::uint32_t token) {
    runner_.woken(token, now().count());
    settle_soon();
  }
  // Once what called has been left, as the runner's answer may call back.
  void ended(int collective, int npu) {
    network_.agenda().after(Picoseconds{0}, [this, collective, npu] {
      runner_.ended(collective, rank_in(collective, npu), now().count());
      settle_soon();
    });
  }
  // Of one that stands for its class, the rank that JobRounds gives it.
  int rank_in(int collective, int npu) const {
    const rounds::Collective& c = base::at(rounds_.graph.collectives, collective);
    if (rounds_.by_classes && !rounds_.is_message(collective)) return 0;
    return rank_of(c, rounds_.in_network(npu));
  }
  void arrived(int collective) {
    if (!rounds_.is_message(collective)) return;
    network_.agenda().after(Picoseconds{0}, [this, collective] {
      runner_.arrived(collective, now().count());
      settle_soon();
    });
  }
  // When all that happens at this instant has happened.
  void settle_soon() {
    if (settling_ || !runner_.restless()) return;
    settling_ = true;
    network_.agenda().after(Picoseconds{0}, [this] {
      settling_ = false;
      runner_.settle(now().count());
      settle_soon();
    });
  }

  void require_done() const {
    network_.require_carried();
    for (std::size_t m = 0; m < coming_.size(); ++m) {
      const std::size_t members = config_.meetings[m].members.size();
      const std::size_t come = coming_[m].members.size();
      if (coming_[m].over) continue;
      throw base::ConfigError(
          {kMachine, "", "a job that runs to its end",
           fmt::format("an exchange to which {} of {} NPUs have come", come, members), ""});
    }
  }

  JobMachineOutcome outcome() {
    JobMachineOutcome out;
    out.network = network_.outcome();
    out.circuits = network_.made();
    out.meetings = times_;
    for (int npu = 0; npu < rounds_.npus(); ++npu) {
      const NodeRunner::Npu& own = base::at(runner_.npus(), npu);
      out.time = std::max(out.time, own.end);
      out.npus.push_back(rounds_.in_network(npu));
      out.ends.push_back(own.end);
      out.compute.push_back(own.compute);
      out.intervals.push_back(runner_.take_intervals(npu));
    }
    for (std::size_t npu = 0; npu < npus_.size(); ++npu) {
      const NpuMemory& memory = npus_[npu]->memory();
      out.memory = npu == 0 ? memory.figures() : together(out.memory, memory.figures());
      if (const auto counts = memory.cache()) {
        out.cache = out.cache ? *out.cache + *counts : *counts;
      }
    }
    return out;
  }

  const JobMachine& config_;
  const JobRounds& rounds_;
  NodeRunner runner_;
  PlaneNetwork network_;
  std::vector<std::unique_ptr<MachineNpu>> npus_;  // with a memory
  std::vector<Coming> coming_;
  std::vector<MeetingTimes> times_;
  PortHolds without_planes_;  // where no messages go through an exchange's dimension
  // By switch: the meeting that is decided on, then those that wait for it.
  std::map<std::pair<int, int>, std::deque<int>> at_scheduler_;
  std::vector<int> pending_;
  bool settling_ = false;
};

// Why no NPU may stand for others; "" where one may, then with its rounds.
std::string why_each(const engine::Scenario& scenario, const JobMachine& machine,
                     std::optional<JobRounds>& alike) {
  if (std::string why = why_each_npu(machine); !why.empty()) return why;
  alike = engine::job::rounds_by_symmetry(scenario);
  return alike ? "" : "groups or rounds of NPUs are not alike";
}

void require_few(int npus, const std::string& why_each) {
  if (npus <= kMostMachineNpus) return;
  throw base::ConfigError(
      {kMachine, "", fmt::format("a job of at most {} NPUs, or of NPUs alike", kMostMachineNpus),
       fmt::format("{} NPUs, each of which is simulated, as {}", npus, why_each),
       "--engine event has no such limit"});
}

}  // namespace

std::string why_each_npu(const JobMachine& machine) {
  if (!machine.meetings.empty()) return "experts exchange around a switch";
  if (!machine.npus_alike) return "NPUs differ, or symmetry is off";
  if (machine.stack != nullptr) return "a stack has each NPU's messages";
  for (const PlaneConfig& plane : machine.planes) {
    if (plane.kind != PlaneKind::links) return "circuits tell their partners apart";
  }
  return "";
}

engine::Result JobMachine::run(const engine::Scenario& scenario) const {
  auto outcome = std::make_shared<JobMachineOutcome>(run_job_machine(scenario, *this));
  engine::Result result = outcome->network;
  result.time = outcome->time;
  result.machine = std::move(outcome);
  return result;
}

JobMachineOutcome run_job_machine(const engine::Scenario& scenario, const JobMachine& machine) {
  if (const auto fault = engine::job::refusal(scenario, "cycle")) throw base::ConfigError(*fault);
  std::optional<JobRounds> alike;
  const std::string each = why_each(scenario, machine, alike);
  if (!alike) require_few(scenario.network.npus(), each);
  const JobRounds rounds =
      alike ? *std::move(alike) : rounds_of_all(*scenario.work.job, *scenario.network.fabric());
  require_few(rounds.npus(), "they are of as many classes");
  engine::Scenario network{rounds.graph, scenario.network, scenario.rules, {}};
  network.rules.active_chunks = std::numeric_limits<int>::max();
  network.origin = scenario.origin;
  if (const auto fault = refuse_rounds(network)) throw base::ConfigError(*fault);
  require_few_accesses(scenario, machine, rounds, kMachine);
  JobMachine prepared = machine;
  if (machine.stack != nullptr) {
    prepared.planes.front().make =
        plane_of_stack(*machine.stack, machine.stack_name, *scenario.work.job, rounds);
  }
  Simulation simulation;
  const Simulation::Scope scope(simulation);
  Machine one(scenario, network, prepared, rounds);
  return one.run();
}

}  // namespace jacquard::systemc
