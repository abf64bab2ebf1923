// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "jacquard/engine/event/symmetry.hpp"
#include "jacquard/engine/job/closed_forms.hpp"
#include "jacquard/engine/job/estimate.hpp"
#include "jacquard/engine/job/job_places.hpp"
#include "jacquard/rounds/names.hpp"

namespace jacquard::engine::job {
namespace {

using base::index;

std::vector<std::vector<std::int64_t>> sent_bytes(const JobRounds& job,
                                                  const topology::Fabric& fabric) {
  std::vector<std::vector<std::int64_t>> bytes(
      index(job.npus()), std::vector<std::int64_t>(index(fabric.dimensions()), 0));
  for (const rounds::Round& round : job.graph.rounds) {
    const rounds::Collective& c = job.graph.collective_of(round);
    const bool one_for_all = job.by_classes && !job.is_message(round.collective);
    const int own = one_for_all ? job.classes.of_collective(round.collective) : 0;
    const int first = one_for_all ? job.in_network(own) : 0;
    const int past = one_for_all ? first + 1 : c.shape.size();
    const auto dimension = index(base::at(job.graph.channels, round.channel).dimension);
    for (int rank = first; rank < past && round.cast; ++rank) {
      if (!round.cast->sends(c.shape, rank)) continue;
      bytes[index(job.npu(round.collective, rank))][dimension] +=
          round.bytes.count() * round.repeat;
    }
    for (int rank = first; rank < past && !round.cast; ++rank) {
      const int to = round.permutation.receiver(c.shape, rank);
      if (to == rounds::kNobody || to == rank) continue;
      const int npu = c.npu(rank);
      const int simulated = one_for_all ? own : job.npu(round.collective, rank);
      bytes[index(simulated)][index(fabric.first_difference(npu, c.npu(to)))] +=
          round.bytes_from(rank).count() * round.repeat;
    }
  }
  return bytes;
}

// Of each NPU that was run. NPUs that share a graph may run it at different times.
std::vector<std::optional<base::Bytes>> peaks_of(const JobWork& work, const NodeRunner& runner,
                                                 const JobRounds& job) {
  const std::optional<base::Bytes>& capacity = work.npu_memory;
  std::vector<std::optional<base::Bytes>> peaks;
  for (int npu = 0; npu < job.npus(); ++npu) {
    const OpGraph& graph = work.job.graph(job.in_network(npu));
    const std::optional<Peak> peak = peak_memory(graph, runner.intervals(npu));
    peaks.push_back(peak ? std::optional(peak->bytes) : std::nullopt);
    if (!capacity) continue;
    if (!peak) {
      throw base::ConfigError({graph.source(), "",
                               "nodes with inputs and outputs, whose tensors --npu-memory bounds",
                               fmt::format("none at NPU {}", job.in_network(npu)), ""});
    }
    if (peak->bytes <= *capacity) continue;
    throw base::ConfigError(
        {graph.source(), peak->node < 0 ? "" : described(graph.node(peak->node)),
         fmt::format("tensors of at most --npu-memory, {} B, at once", capacity->count()),
         fmt::format("{} B at NPU {} from {:.3f} us on", peak->bytes.count(), job.in_network(npu),
                     static_cast<double>(peak->at.count()) * 1e-6),
         ""});
  }
  return peaks;
}

// Of each NPU of the network what the one that stands for it has.
template <class T>
std::vector<T> of_all(std::vector<T> simulated, const JobRounds& job, int npus) {
  if (!job.by_classes) return simulated;
  std::vector<T> all;
  all.reserve(index(npus));
  for (int npu = 0; npu < npus; ++npu) all.push_back(simulated[index(job.classes.of_npu(npu))]);
  return all;
}

Answer answer_of(NodeRunner& runner, const JobRounds& job, const topology::Fabric& fabric,
                 std::vector<std::optional<base::Bytes>> peaks) {
  Answer answer;
  answer.representative = job.by_classes;
  for (int npu = 0; npu < job.npus(); ++npu) {
    answer.intervals.push_back(runner.take_intervals(npu));
    answer.simulated.push_back(job.in_network(npu));
  }
  for (int npu = 0; job.by_classes && npu < fabric.npus(); ++npu) {
    answer.standing.push_back(job.classes.of_npu(npu));
  }
  answer.npus = of_all(runner.npus(), job, fabric.npus());
  answer.peak_memory = of_all(std::move(peaks), job, fabric.npus());
  answer.bytes = of_all(sent_bytes(job, fabric), job, fabric.npus());
  return answer;
}

Scenario network_scenario(const Scenario& scenario, const JobRounds& rounds) {
  Scenario network{rounds.graph,   scenario.network,
                   scenario.rules, scenario.disturbance,
                   Mode::faithful, rounds.by_classes ? Symmetry::automatic : Symmetry::off};
  network.origin = {scenario.work.job->job.graph(0).source(),
                    "mind comm_size, bandwidth, latency, local-mem-bw and scales"};
  network.progress = scenario.progress;
  return network;
}

enum class By { events, closed_forms };

Result run(const Scenario& scenario, const JobRounds& rounds, By by) {
  const JobWork& work = *scenario.work.job;
  const topology::Fabric& fabric = *scenario.network.fabric();
  NodeRunner runner(work, rounds);
  Result result = by == By::events ? EventEngine().run(network_scenario(scenario, rounds), runner,
                                                       rounds.classes)
                                   : run_by_closed_forms(scenario, rounds, runner);
  auto answer =
      std::make_shared<Answer>(answer_of(runner, rounds, fabric, peaks_of(work, runner, rounds)));
  result.npu_ends.clear();
  for (const NodeRunner::Npu& npu : answer->npus) {
    result.npu_ends.push_back(npu.end);
    result.time = std::max(result.time, npu.end);
  }
  for (Result::Dimension& d : result.dimensions) {
    const double offered = base::to_seconds(result.time).count() * static_cast<double>(d.links);
    d.utilisation = offered > 0 ? d.busy.count() / offered : 0;
  }
  result.job = std::move(answer);
  return result;
}

// One NPU for each class, where the job says that they do the same.
std::optional<JobRounds> rounds_by_classes(const Scenario& scenario) {
  const JobWork& work = *scenario.work.job;
  const RemoteMemory::Kind memory = work.memory.kind;
  const bool shares = memory == RemoteMemory::Kind::pool || memory == RemoteMemory::Kind::per_node;
  if (scenario.symmetry == Symmetry::off || shares) return std::nullopt;
  const topology::Fabric& fabric = *scenario.network.fabric();
  return work.job.places.digits() > 0 ? rounds_of_classes(work, fabric)
                                      : rounds_of_representative(work, fabric);
}

}  // namespace

std::optional<JobRounds> rounds_by_symmetry(const Scenario& scenario) {
  std::optional<JobRounds> classes = rounds_by_classes(scenario);
  if (!classes || classes->graph.collectives.empty()) return classes;
  if (!asymmetry(network_scenario(scenario, *classes), classes->classes).empty()) {
    return std::nullopt;
  }
  return classes;
}

std::optional<base::InputFault> refusal(const Scenario& s, const char* engine) {
  if (auto fault = refuse_graph(s, engine)) return fault;
  if (!s.disturbance.npus.empty()) {
    return base::InputFault{s.disturbance.source, "/npus",
                            "links alone; the NPUs of jobs are alike",
                            fmt::format("{} NPUs", s.disturbance.npus.size()), ""};
  }
  const JobWork& work = *s.work.job;
  const int npus = s.network.npus();
  if (work.job.npus() != npus) {
    return base::InputFault{s.origin.source, "", fmt::format("a trace for each of {} NPUs", npus),
                            std::to_string(work.job.npus()), ""};
  }
  if (const std::string fault = fault_of_places(work.job, npus); !fault.empty()) {
    return base::InputFault{work.job.graph(0).source(), "", "groups and peers by places of the job",
                            fault, ""};
  }
  for (const auto& [option, scale] : {std::pair{"--compute-scale", work.scales.compute},
                                      std::pair{"--comm-scale", work.scales.communication}}) {
    if (scale > 0 && scale <= 1e6) continue;
    return base::InputFault{option, "", "above 0, at most 10^6", fmt::format("{}", scale), ""};
  }
  return {};
}

namespace {

Result run(const Scenario& scenario, By by) {
  const JobWork& work = *scenario.work.job;
  const topology::Fabric& fabric = *scenario.network.fabric();
  require_within(estimate(work, fabric, false), scenario.limits);
  const auto classes =
      by == By::events ? rounds_by_symmetry(scenario) : rounds_by_classes(scenario);
  if (classes) return run(scenario, *classes, by);
  require_within(estimate(work, fabric, true), scenario.limits);
  return run(scenario, rounds_of_all(work, fabric), by);
}

}  // namespace

Result run(const Scenario& scenario) { return run(scenario, By::events); }

Result run_analytic(const Scenario& scenario) { return run(scenario, By::closed_forms); }

std::optional<base::InputFault> refuse_protocols(const JobWork& work, const char* engine) {
  for (const workload::OpGraph& graph : work.job.graphs) {
    for (int n = 0; n < graph.size(); ++n) {
      const OpNode& node = graph.node(n);
      if (node.kind != OpKind::collective || node.timed) continue;
      const bool plain = node.protocol == rounds::Protocol{} && node.chunks == 0 &&
                         node.launch == base::Picoseconds{0};
      if (plain && node.collective < workload::CollectiveKind::send) continue;
      return base::InputFault{
          graph.source(), described(node),
          fmt::format("no collective with a launch, sync, share or packets in {}", engine),
          plain ? fmt::format("a {}", rounds::name_of(node.collective)) : "one",
          "the event engine runs any"};
    }
  }
  return {};
}

std::optional<base::InputFault> refuse_analytic(const Scenario& s) {
  if (auto fault = refusal(s, "analytic")) return fault;
  if (auto fault = refuse_disturbance(s, "analytic")) return fault;
  if (auto fault = refuse_protocols(*s.work.job, "the analytic engine")) return fault;
  for (const workload::OpGraph& graph : s.work.job->job.graphs) {
    for (int n = 0; n < graph.size(); ++n) {
      const OpNode& node = graph.node(n);
      if (node.kind != OpKind::collective || node.timed) continue;
      if (node.collective != workload::CollectiveKind::broadcast) continue;
      return base::InputFault{graph.source(), described(node),
                              "collectives with a closed form; the event engine runs any",
                              "a broadcast", ""};
    }
  }
  return {};
}

}  // namespace jacquard::engine::job
