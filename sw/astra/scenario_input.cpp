// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/scenario_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "jacquard/astra/faithful.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/rounds/names.hpp"

namespace jacquard::astra {
namespace {

using collective::Algorithm;
using collective::Method;
using engine::Scenario;
using engine::job::Algorithms;
using engine::job::JobWork;

constexpr std::int64_t kPsPerNs = 1000;
constexpr double kGiga = 1e9;
constexpr double kTera = 1e12;

[[noreturn]] void refuse(const std::string& source, const std::string& expected,
                         const std::string& found) {
  throw base::ConfigError({source, "", expected, found, "--mode faithful has it"});
}

Implementation implementation(const Algorithm& algorithm, bool flat) {
  switch (algorithm.method) {
    case Method::ring:
    case Method::direct:
    case Method::halving_doubling:
    case Method::double_binary_tree:
      break;
    default:
      refuse("--algorithm", "an algorithm of ASTRA-sim", collective::name_of(algorithm));
  }
  return {algorithm.method, algorithm.window == 0 ? -1 : algorithm.window, flat};
}

int whole_nanoseconds(base::Picoseconds time, const std::string& source) {
  if (time.count() % kPsPerNs != 0 || time.count() / kPsPerNs > std::numeric_limits<int>::max()) {
    refuse(source, "whole nanoseconds in ASTRA-sim's modes, below 2 s",
           std::to_string(time.count()) + " ps");
  }
  return static_cast<int>(time.count() / kPsPerNs);
}

// What rules say, of any work.
System system_of(const engine::Rules& rules) {
  System system;
  system.policy = rules.order == engine::Order::lifo ? System::Policy::lifo : System::Policy::fifo;
  system.endpoint_delay = whole_nanoseconds(rules.endpoint_delay, "--endpoint-delay");
  system.active_chunks = rules.active_chunks;
  system.local_mem_bw = rules.local_memory_bandwidth.count();
  return system;
}

workload::OpGraph graph_of(const collective::CollectiveRequest& request) {
  switch (request.kind) {
    case CollectiveKind::all_reduce:
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::all_gather:
    case CollectiveKind::all_to_all:
      break;
    default:
      refuse("--kind", "all-reduce, reduce-scatter, all-gather or all-to-all in ASTRA-sim's modes",
             rounds::name_of(request.kind));
  }
  OpNode node;
  node.name = "the collective";
  node.kind = OpKind::collective;
  node.stream = Stream::network;
  node.collective = request.kind;
  node.bytes = request.bytes;
  for (int d = 0; d < request.shape.digits(); ++d) node.involved.push_back(request.involves(d));
  return {"--kind", {node}};
}

void add_collective(const collective::CollectiveRequest& request, int npus, Input& input) {
  if (!request.npus.empty()) refuse("--placement", "identity in ASTRA-sim's modes", "another");
  if (request.uneven) refuse("--demand", "even sizes in ASTRA-sim's modes", "a matrix");
  std::vector<Implementation> implementations;
  for (int d = 0; d < request.shape.digits(); ++d) {
    implementations.push_back(implementation(request.algorithm(d), false));
  }
  input.system.implementations.fill(implementations);
  input.system.blueconnect = request.spread == collective::Spread::blueconnect;
  input.system.splits = request.chunks;
  input.job.add(graph_of(request), npus);
}

std::vector<Implementation> implementations_of(const Algorithms& algorithms, int dimensions) {
  std::vector<Implementation> list;
  const std::vector<Algorithm>& given = algorithms.by_dimension;
  for (int d = 0; d < (algorithms.flat ? 1 : dimensions); ++d) {
    const auto at = std::min(static_cast<std::size_t>(d), given.size() - 1);
    list.push_back(given.empty() ? Implementation{Method::ring, -1, algorithms.flat}
                                 : implementation(given[at], algorithms.flat));
  }
  return list;
}

// In units of a file, so that the file written of it says the same.
double in_units(double value, double unit) { return value / unit * unit; }

RemoteMemory memory_of(const engine::job::RemoteMemory& from) {
  RemoteMemory memory;
  memory.kind = static_cast<RemoteMemory::Kind>(from.kind);
  memory.latency = whole_nanoseconds(from.latency, "the latency of remote memory");
  memory.bandwidth = from.bandwidth.count() / kGiga;
  if (memory.kind != RemoteMemory::Kind::none && std::trunc(memory.bandwidth) != memory.bandwidth) {
    refuse("the bandwidth of remote memory", "whole GB/s in ASTRA-sim's modes",
           fmt::format("{} GB/s", memory.bandwidth));
  }
  memory.npus_per_node = from.npus_per_node;
  return memory;
}

void require_untimed(const workload::Job& job) {
  for (const OpGraph& graph : job.graphs) {
    for (int i = 0; i < graph.size(); ++i) {
      if (!graph.node(i).timed) continue;
      graph.fail(graph.node(i), "a collective that ASTRA-sim's network carries", "a given duration",
                 "--mode faithful has it");
    }
  }
}

void add_job(const Scenario& scenario, int dimensions, Input& input) {
  const JobWork& work = *scenario.work.job;
  require_untimed(work.job);
  if (work.npu_memory) refuse("--npu-memory", "none in ASTRA-sim's modes", "one");
  if (work.scales.compute != 1 || work.scales.communication != 1) {
    refuse("--compute-scale, --comm-scale", "1 in ASTRA-sim's modes, where they change nothing",
           "others");
  }
  System& system = input.system;
  for (std::size_t kind = 0; kind < system.implementations.size(); ++kind) {
    system.implementations[kind] = implementations_of(work.algorithms[kind], dimensions);
  }
  system.blueconnect = work.spread == collective::Spread::blueconnect;
  system.splits = work.chunks;
  system.replay_only = work.replay;
  system.roofline = work.roofline.has_value();
  if (work.roofline) {
    system.peak_perf = in_units(work.roofline->peak.count(), kTera);
    const double bandwidth = work.roofline->local_memory.count();
    if (bandwidth != system.local_mem_bw) {
      refuse("local memory",
             fmt::format("one bandwidth in ASTRA-sim's modes, of computations and of reductions "
                         "({:g} B/s)",
                         system.local_mem_bw),
             fmt::format("{:g} B/s of computations", bandwidth));
    }
  }
  system.local_mem_bw = in_units(system.local_mem_bw, kGiga);
  input.memory = memory_of(work.memory);
  input.limits = scenario.limits;
  if (!scenario.progress) return;
  input.progress = [progress = scenario.progress](std::int64_t done, double) { progress(done); };
}

std::vector<int> first_of_classes(const workload::Job& job) {
  std::vector<int> first;
  std::vector<bool> seen(job.graphs.size(), false);
  for (int npu = 0; npu < job.npus(); ++npu) {
    const auto own = static_cast<std::size_t>(base::at(job.class_of, npu));
    if (!seen[own]) first.push_back(npu);
    seen[own] = true;
  }
  return first;
}

}  // namespace

Input machine_of(const Scenario& s) {
  const topology::Fabric& fabric = *s.network.fabric();
  for (const topology::Dimension& d : fabric.all()) {
    if (d.block == topology::Block::crossbar) {
      refuse("--topology", "Ring, FullyConnected and Switch in ASTRA-sim's modes", "Crossbar");
    }
  }
  if (fabric.npus() < 2) refuse("--topology", "two NPUs or more in ASTRA-sim's modes", "one");
  Input input;
  input.mode = s.mode == engine::Mode::astra_aware ? Mode::aware : Mode::unaware;
  input.network = network_of(fabric);
  input.symmetry = s.symmetry == engine::Symmetry::automatic;
  input.system = system_of(s.rules);
  if (s.work.job != nullptr) {
    add_job(s, fabric.dimensions(), input);
  } else {
    add_collective(*s.work.request, fabric.npus(), input);
  }
  return input;
}

Input input_of(const Scenario& s) {
  Input input = machine_of(s);
  if (s.work.job == nullptr) return input;
  input.job = s.work.job->job;
  input.shown = first_of_classes(input.job);
  return input;
}

}  // namespace jacquard::astra
