// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "jacquard/engine/event/symmetry.hpp"
#include "jacquard/engine/job/estimate.hpp"

namespace jacquard::engine::job {
namespace {

using base::index;

std::vector<std::vector<std::int64_t>> sent_bytes(const JobRounds& job,
                                                  const topology::Fabric& fabric) {
  std::vector<std::vector<std::int64_t>> bytes(
      index(job.npus()), std::vector<std::int64_t>(index(fabric.dimensions()), 0));
  for (const rounds::Round& round : job.graph.rounds) {
    const rounds::Collective& c = job.graph.collective_of(round);
    const int ranks = job.representative ? 1 : c.shape.size();
    for (int rank = 0; rank < ranks; ++rank) {
      const int to = round.permutation.receiver(c.shape, rank);
      if (to == rounds::kNobody) continue;
      const int npu = c.npu(rank);
      bytes[index(npu)][index(fabric.first_difference(npu, c.npu(to)))] +=
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
    const OpGraph& graph = work.job.graph(npu);
    const std::optional<Peak> peak = peak_memory(graph, runner.intervals(npu));
    peaks.push_back(peak ? std::optional(peak->bytes) : std::nullopt);
    if (!capacity) continue;
    if (!peak) {
      throw base::ConfigError({graph.source(), "",
                               "nodes with inputs and outputs, whose tensors --npu-memory bounds",
                               fmt::format("none at NPU {}", npu), ""});
    }
    if (peak->bytes <= *capacity) continue;
    throw base::ConfigError(
        {graph.source(), peak->node < 0 ? "" : described(graph.node(peak->node)),
         fmt::format("tensors of at most --npu-memory, {} B, at once", capacity->count()),
         fmt::format("{} B at NPU {} from {:.3f} us on", peak->bytes.count(), npu,
                     static_cast<double>(peak->at.count()) * 1e-6),
         ""});
  }
  return peaks;
}

Answer answer_of(NodeRunner& runner, const JobRounds& job, const topology::Fabric& fabric,
                 std::vector<std::optional<base::Bytes>> peaks) {
  Answer answer;
  answer.peak_memory = std::move(peaks);
  answer.representative = job.representative;
  answer.npus = runner.npus();
  for (int npu = 0; npu < job.npus(); ++npu) {
    answer.intervals.push_back(runner.take_intervals(npu));
  }
  answer.bytes = sent_bytes(job, fabric);
  answer.npus.resize(index(fabric.npus()), answer.npus.front());
  answer.peak_memory.resize(index(fabric.npus()), answer.peak_memory.front());
  answer.bytes.resize(index(fabric.npus()), answer.bytes.front());
  return answer;
}

Scenario network_scenario(const Scenario& scenario, const JobRounds& rounds) {
  Scenario network{rounds.graph,   scenario.network,
                   scenario.rules, {},
                   Mode::faithful, rounds.representative ? Symmetry::automatic : Symmetry::off};
  network.origin = {scenario.work.job->job.graph(0).source(),
                    "mind comm_size, bandwidth, latency, local-mem-bw and scales"};
  network.progress = scenario.progress;
  return network;
}

Result run(const Scenario& scenario, const JobRounds& rounds) {
  const JobWork& work = *scenario.work.job;
  const topology::Fabric& fabric = *scenario.network.fabric();
  NodeRunner runner(work, rounds);
  Result result = EventEngine().run(network_scenario(scenario, rounds), runner);
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

// NPU 0 for all, where that is exact.
std::optional<JobRounds> representative(const Scenario& scenario) {
  const JobWork& work = *scenario.work.job;
  const RemoteMemory::Kind memory = work.memory.kind;
  const bool shares = memory == RemoteMemory::Kind::pool || memory == RemoteMemory::Kind::per_node;
  if (scenario.symmetry == Symmetry::off || shares) return std::nullopt;
  std::optional<JobRounds> one = rounds_of_representative(work, *scenario.network.fabric());
  if (!one || one->graph.collectives.empty()) return one;
  if (!asymmetry(network_scenario(scenario, *one)).empty()) return std::nullopt;
  return one;
}

}  // namespace

std::optional<base::InputFault> refusal(const Scenario& s) {
  if (auto fault = refuse_graph(s, "event")) return fault;
  if (!s.disturbance.empty()) {
    return base::InputFault{s.disturbance.source, "", "rounds; jobs run undisturbed", "a job", ""};
  }
  const JobWork& work = *s.work.job;
  const int npus = s.network.npus();
  if (work.job.npus() != npus) {
    return base::InputFault{s.origin.source, "", fmt::format("a trace for each of {} NPUs", npus),
                            std::to_string(work.job.npus()), ""};
  }
  for (const auto& [option, scale] : {std::pair{"--compute-scale", work.scales.compute},
                                      std::pair{"--comm-scale", work.scales.communication}}) {
    if (scale > 0 && scale <= 1e6) continue;
    return base::InputFault{option, "", "above 0, at most 10^6", fmt::format("{}", scale), ""};
  }
  return {};
}

Result run(const Scenario& scenario) {
  const JobWork& work = *scenario.work.job;
  const topology::Fabric& fabric = *scenario.network.fabric();
  require_within(estimate(work, fabric, 1), scenario.limits);
  if (const auto one = representative(scenario)) return run(scenario, *one);
  require_within(estimate(work, fabric, fabric.npus()), scenario.limits);
  return run(scenario, rounds_of_all(work, fabric));
}

}  // namespace jacquard::engine::job
