// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/run.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "jacquard/engine/event/symmetry.hpp"
#include "jacquard/engine/job/estimate.hpp"

namespace jacquard::engine::job {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

void check(const JobScenario& scenario) {
  const auto fail = [](const char* source, std::string expected, std::string found) {
    throw base::ConfigError({source, "", std::move(expected), std::move(found), ""});
  };
  const int npus = scenario.fabric.npus();
  if (scenario.work.job.npus() != npus) {
    fail("workload configuration", fmt::format("a trace for each of {} NPUs", npus),
         std::to_string(scenario.work.job.npus()));
  }
  const auto require_scale = [&](const char* option, double scale) {
    if (scale > 0 && scale <= 1e6) return;
    fail(option, "above 0, at most 10^6", fmt::format("{}", scale));
  };
  require_scale("--compute-scale", scenario.work.scales.compute);
  require_scale("--comm-scale", scenario.work.scales.communication);
}

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
                 std::vector<std::optional<base::Bytes>> peaks, Result network) {
  Answer answer;
  answer.peak_memory = std::move(peaks);
  answer.representative = job.representative;
  answer.npus = runner.npus();
  for (int npu = 0; npu < job.npus(); ++npu) {
    answer.intervals.push_back(runner.take_intervals(npu));
  }
  answer.bytes = sent_bytes(job, fabric);
  answer.network = std::move(network);
  answer.npus.resize(index(fabric.npus()), answer.npus.front());
  answer.peak_memory.resize(index(fabric.npus()), answer.peak_memory.front());
  answer.bytes.resize(index(fabric.npus()), answer.bytes.front());
  return answer;
}

Scenario network_scenario(const JobScenario& scenario, const JobRounds& rounds) {
  return {rounds.graph,     scenario.fabric,
          scenario.rules,   {},
          Mode::faithful,   rounds.representative ? Symmetry::automatic : Symmetry::off,
          scenario.progress};
}

Answer run(const JobScenario& scenario, const JobRounds& rounds) {
  const JobWork& work = scenario.work;
  NodeRunner runner(work, rounds);
  Result network;
  try {
    network = EventEngine().run(network_scenario(scenario, rounds), runner);
  } catch (const base::ConfigError& error) {
    const base::InputFault& fault = error.fault();
    if (!fault.source.empty() && fault.source != "rounds") throw;
    throw base::ConfigError({work.job.graph(0).source(), "", fault.expected, fault.found,
                             fault.hint.empty() || fault.source.empty()
                                 ? "mind comm_size, bandwidth, latency, local-mem-bw and scales"
                                 : fault.hint});
  }
  return answer_of(runner, rounds, scenario.fabric, peaks_of(work, runner, rounds),
                   std::move(network));
}

// NPU 0 for all, where that is exact.
std::optional<JobRounds> representative(const JobScenario& scenario) {
  const RemoteMemory::Kind memory = scenario.work.memory.kind;
  const bool shares = memory == RemoteMemory::Kind::pool || memory == RemoteMemory::Kind::per_node;
  if (scenario.symmetry == Symmetry::off || shares) return std::nullopt;
  std::optional<JobRounds> one = rounds_of_representative(scenario.work, scenario.fabric);
  if (!one || one->graph.collectives.empty()) return one;
  if (!asymmetry(network_scenario(scenario, *one)).empty()) return std::nullopt;
  return one;
}

}  // namespace

Answer run(const JobScenario& scenario) {
  check(scenario);
  const auto require_within_limits = [&](int npus) {
    require_within(estimate(scenario.work, scenario.fabric, npus), scenario.limits);
  };
  require_within_limits(1);
  if (const auto one = representative(scenario)) return run(scenario, *one);
  require_within_limits(scenario.fabric.npus());
  return run(scenario, rounds_of_all(scenario.work, scenario.fabric));
}

}  // namespace jacquard::engine::job
