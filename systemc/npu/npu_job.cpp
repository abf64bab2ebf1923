// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/npu_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <systemc>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/job/node_runner.hpp"
#include "jacquard/engine/job/run.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/npu/cores.hpp"
#include "systemc/npu/npu_network.hpp"
#include "systemc/npu/roofline_unit.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using engine::job::JobRounds;
using engine::job::JobWork;
using engine::job::NodeRunner;

Standing standing_of(const JobRounds& rounds) {
  return rounds.by_classes ? Standing::one_for_all : Standing::each;
}

// What the runner of nodes sees: time by the agenda, computations by units, collectives by NICs.
class Machine final : private engine::Stage {
 public:
  Machine(const engine::Scenario& scenario, const engine::Scenario& network,
          const NpuPlatform& platform, const PieceBuffers& buffers, const JobRounds& rounds,
          const NpuJobOptions& options)
      : work_(*scenario.work.job),
        rounds_(rounds),
        options_(options),
        runner_(work_, rounds),
        network_("network", network, platform, buffers,
                 {[this](int collective, int npu) { ended(collective, npu); },
                  [this](int collective) { arrived(collective); }},
                 standing_of(rounds)) {
    for (int npu = 0; npu < rounds.npus(); ++npu) {
      units_.push_back(std::make_unique<RooflineUnit>(
          fmt::format("unit_{}", npu).c_str(), platform.nic, platform.memory, network_.agenda()));
      units_.back()->port().socket.bind(network_.memory(npu).socket);
      if (!options.products) continue;
      cores_.push_back(std::make_unique<Cores>(
          fmt::format("cores_{}", npu).c_str(), options.products->cores, options.products->core,
          platform.memory.fidelity, network_.memory(npu).socket));
    }
    if (options.interval.count() > 0) watch_memory();
  }

  NpuJobOutcome run() {
    runner_.begin(*this);
    settle_soon();
    sc_core::sc_start();
    NpuJobOutcome out;
    out.network = network_.outcome();
    out.simulated = rounds_.npus();
    out.traffic = std::move(traffic_);
    for (int npu = 0; npu < rounds_.npus(); ++npu) {
      const NodeRunner::Npu& own = base::at(runner_.npus(), npu);
      out.time = std::max(out.time, own.end);
      out.compute.push_back(own.compute);
      out.intervals.push_back(runner_.take_intervals(npu));
    }
    return out;
  }

 private:
  void issue(int collective, int rank) override {
    network_.start(rounds_.npu(collective, rank), collective);
  }
  void may_choose(int) override {}  // all that are ready run at once
  void wake(std::int64_t time, std::uint32_t token) override {
    network_.agenda().after(Picoseconds{time} - now(), [this, token] { woken(token); });
  }
  bool takes_over(int npu, int node, std::uint32_t token) override {
    const workload::OpNode& op = work_.job.graph(rounds_.in_network(npu)).node(node);
    if (options_.products) {
      const auto product = options_.products->of_node.find(op.id);
      if (product != options_.products->of_node.end()) {
        base::at(cores_, npu)->run(product->second, [this, token] { woken(token); });
        return true;
      }
    }
    const auto& bytes = base::at(op.moved, workload::MemoryTier::local);
    if (!op.flops || !bytes) return false;
    const double seconds = op.flops->count() / work_.roofline->peak.count() * work_.scales.compute;
    base::at(units_, npu)
        ->run(Picoseconds{seconds * static_cast<double>(base::kPicosecondsPerSecond)}, *bytes,
              [this, token] { woken(token); });
    return true;
  }

  void watch_memory() {
    const int nic_ports = network_.nic_ports(0);
    network_.memory(0).tap([this, nic_ports](int initiator, const memory::Access& access) {
      const auto at = static_cast<std::size_t>(now() / options_.interval);
      if (traffic_.size() <= at) traffic_.resize(at + 1);
      (initiator < nic_ports ? traffic_[at].links : traffic_[at].cores) += access.bytes;
    });
  }

  void woken(std::uint32_t token) {
    runner_.woken(token, now().count());
    settle_soon();
  }
  // Once what called has been left, as the runner's answer may call back.
  void ended(int collective, int npu) {
    network_.agenda().after(Picoseconds{0}, [this, collective, npu] {
      const rounds::Collective& c = base::at(rounds_.graph.collectives, collective);
      runner_.ended(collective, rank_of(c, npu), now().count());
      settle_soon();
    });
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

  const JobWork& work_;
  const JobRounds& rounds_;
  const NpuJobOptions& options_;
  NodeRunner runner_;
  NpuNetwork network_;
  std::vector<std::unique_ptr<RooflineUnit>> units_;
  std::vector<std::unique_ptr<Cores>> cores_;  // of each NPU, where the job has products
  std::vector<MemoryShares> traffic_;
  bool settling_ = false;
};

// Of one NPU's computations.
double accesses_in(const workload::OpGraph& graph, const NpuPlatform& platform,
                   const NpuJobOptions& options) {
  double accesses = 0;
  for (int n = 0; n < graph.size(); ++n) {
    const workload::OpNode& node = graph.node(n);
    if (options.products) {
      const auto product = options.products->of_node.find(node.id);
      if (product != options.products->of_node.end()) {
        accesses += accesses_of(options.products->core, product->second);
        continue;
      }
    }
    const auto& bytes = base::at(node.moved, workload::MemoryTier::local);
    if (bytes) accesses += *bytes / platform.nic.packet;
  }
  return accesses;
}

void require_few_accesses(const JobWork& work, const JobRounds& rounds, const NpuPlatform& platform,
                          const NpuJobOptions& options, const std::string& source) {
  double accesses = 0;
  for (int npu = 0; npu < rounds.npus(); ++npu) {
    accesses += accesses_in(work.job.graph(rounds.in_network(npu)), platform, options);
  }
  if (accesses <= kMostPackets) return;
  throw base::ConfigError({source, "",
                           fmt::format("computations of at most {:.3g} accesses", kMostPackets),
                           fmt::format("about {:.3g}", accesses),
                           "fewer layers or a smaller batch, or a larger nic.packet"});
}

JobRounds rounds_of(const engine::Scenario& scenario, const NpuJobOptions& options) {
  if (options.symmetry == engine::Symmetry::automatic) {
    std::optional<JobRounds> alike = engine::job::rounds_by_symmetry(scenario);
    if (alike && alike->npus() == 1) return *std::move(alike);
  }
  return rounds_of_all(*scenario.work.job, *scenario.network.fabric());
}

}  // namespace

NpuJobOutcome run_job_on_npus(const engine::Scenario& scenario, const NpuPlatform& platform,
                              const NpuJobOptions& options) {
  if (const auto fault = engine::job::refusal(scenario, kNpusWithNics)) {
    throw base::ConfigError(*fault);
  }
  const JobWork& work = *scenario.work.job;
  if (!work.roofline) {
    throw base::ConfigError(
        {scenario.origin.source, "", "a roofline, for its peak of computation", "none", ""});
  }
  const JobRounds rounds = rounds_of(scenario, options);
  require_few_accesses(work, rounds, platform, options, scenario.origin.source);
  engine::Scenario network{rounds.graph, scenario.network, scenario.rules, {}};
  network.rules.active_chunks = std::numeric_limits<int>::max();
  network.origin = scenario.origin;
  require_runnable(network, platform, standing_of(rounds));
  const PieceBuffers buffers(rounds.graph, platform.memory.organisation, scenario.origin.source,
                             options.products ? options.products->end : 0);
  Simulation simulation;
  const Simulation::Scope scope(simulation);
  Machine machine(scenario, network, platform, buffers, rounds, options);
  return machine.run();
}

engine::Result NpuJobMachine::run(const engine::Scenario& scenario) const {
  auto outcome = std::make_shared<NpuJobOutcome>(run_job_on_npus(scenario, platform, options));
  engine::Result result;
  result.time = outcome->time;
  result.messages = outcome->network.messages;
  result.simulated_npus = outcome->simulated;
  result.machine = std::move(outcome);
  return result;
}

}  // namespace jacquard::systemc
