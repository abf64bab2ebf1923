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
#include "systemc/npu/npu_network.hpp"
#include "systemc/npu/roofline_unit.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using engine::job::JobRounds;
using engine::job::JobWork;
using engine::job::NodeRunner;

// What the runner of nodes sees: time by the agenda, computations by units, collectives by NICs.
class Machine final : private engine::Stage {
 public:
  Machine(const engine::Scenario& scenario, const engine::Scenario& network,
          const NpuPlatform& platform, const PieceBuffers& buffers, const JobRounds& rounds)
      : work_(*scenario.work.job),
        rounds_(rounds),
        runner_(work_, rounds),
        network_("network", network, platform, buffers,
                 {[this](int collective, int npu) { ended(collective, npu); },
                  [this](int collective) { arrived(collective); }}) {
    for (int npu = 0; npu < rounds.npus(); ++npu) {
      units_.push_back(std::make_unique<RooflineUnit>(
          fmt::format("unit_{}", npu).c_str(), platform.nic, platform.memory, network_.agenda()));
      units_.back()->port().socket.bind(network_.memory(npu).socket);
    }
  }

  NpuJobOutcome run() {
    runner_.begin(*this);
    settle_soon();
    sc_core::sc_start();
    NpuJobOutcome out;
    out.network = network_.outcome();
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
  bool computes(int npu, int node, std::uint32_t token) override {
    const workload::OpNode& op = work_.job.graph(npu).node(node);
    const auto& bytes = base::at(op.moved, workload::MemoryTier::local);
    if (!op.flops || !bytes) return false;
    const double seconds = op.flops->count() / work_.roofline->peak.count() * work_.scales.compute;
    base::at(units_, npu)
        ->run(Picoseconds{seconds * static_cast<double>(base::kPicosecondsPerSecond)}, *bytes,
              [this, token] { woken(token); });
    return true;
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
  NodeRunner runner_;
  NpuNetwork network_;
  std::vector<std::unique_ptr<RooflineUnit>> units_;
  bool settling_ = false;
};

// Bytes that computations read, in accesses of all NPUs.
void require_few_accesses(const JobWork& work, const NpuPlatform& platform,
                          const std::string& source) {
  double accesses = 0;
  for (int npu = 0; npu < work.job.npus(); ++npu) {
    const workload::OpGraph& graph = work.job.graph(npu);
    for (int n = 0; n < graph.size(); ++n) {
      const auto& bytes = base::at(graph.node(n).moved, workload::MemoryTier::local);
      if (bytes) accesses += *bytes / platform.nic.packet;
    }
  }
  if (accesses <= kMostPackets) return;
  throw base::ConfigError({source, "",
                           fmt::format("computations of at most {:.3g} accesses", kMostPackets),
                           fmt::format("about {:.3g}", accesses),
                           "fewer layers or a smaller batch, or a larger nic.packet"});
}

}  // namespace

NpuJobOutcome run_job_on_npus(const engine::Scenario& scenario, const NpuPlatform& platform) {
  if (const auto fault = engine::job::refusal(scenario, kNpusWithNics)) {
    throw base::ConfigError(*fault);
  }
  const JobWork& work = *scenario.work.job;
  if (!work.roofline) {
    throw base::ConfigError(
        {scenario.origin.source, "", "a roofline, for its peak of computation", "none", ""});
  }
  require_few_accesses(work, platform, scenario.origin.source);
  const JobRounds rounds = rounds_of_all(work, *scenario.network.fabric());
  engine::Scenario network{rounds.graph, scenario.network, scenario.rules, {}};
  network.rules.active_chunks = std::numeric_limits<int>::max();
  network.origin = scenario.origin;
  require_runnable(network, platform);
  const PieceBuffers buffers(rounds.graph, platform.memory.organisation, scenario.origin.source);
  Simulation simulation;
  const Simulation::Scope scope(simulation);
  Machine machine(scenario, network, platform, buffers, rounds);
  return machine.run();
}

}  // namespace jacquard::systemc
