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

using astra::Input;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

void check(const Input& input, const topology::Fabric& fabric, const Scales& scales) {
  const auto fail = [](const char* source, std::string expected, std::string found,
                       std::string hint = "") {
    throw base::ConfigError({source, "", std::move(expected), std::move(found), std::move(hint)});
  };
  if (input.traces.size() != index(fabric.npus())) {
    fail("workload configuration", fmt::format("a trace for each of {} NPUs", fabric.npus()),
         std::to_string(input.traces.size()));
  }
  if (input.rendezvous) {
    fail("--rendezvous-protocol", "an astra mode", "faithful",
         "a message that comes before its receive waits there");
  }
  if (input.system.policy == astra::System::Policy::by_priority) {
    fail("system configuration", "scheduling-policy LIFO or FIFO in faithful mode", "EXPLICIT");
  }
  if (input.system.splits < 1) {
    fail("system configuration", "preferred-dataset-splits of at least 1",
         std::to_string(input.system.splits));
  }
  if (!(input.system.local_mem_bw >= 0)) {
    fail("system configuration", "a local-mem-bw of at least 0",
         fmt::format("{}", input.system.local_mem_bw));
  }
  for (const astra::CustomCollective& custom : input.custom) {
    if (custom.empty()) continue;
    fail("system configuration", "an astra mode for collectives of one's own (...-custom)",
         "faithful", "jacquard collective --rounds FILE runs one");
  }
  for (const auto& list : input.system.implementations) {
    if (list.size() > index(fabric.dimensions())) {
      fail("system configuration",
           fmt::format("at most {} algorithms of a kind, one for each dimension",
                       fabric.dimensions()),
           std::to_string(list.size()));
    }
    for (std::size_t d = 1; d < list.size(); ++d) {
      if (list[d].flat == list[0].flat) continue;
      fail("system configuration", "either one flat algorithm (one...) of a kind, or none", "both");
    }
  }
  const auto is_scale = [](double scale) { return scale > 0 && scale <= 1e6; };
  if (!is_scale(scales.compute))
    fail("--compute-scale", "above 0, at most 10^6", fmt::format("{}", scales.compute));
  if (!is_scale(scales.communication))
    fail("--comm-scale", "above 0, at most 10^6", fmt::format("{}", scales.communication));
}

Rules rules_of(const Input& input) {
  Rules rules;
  const double delay = input.system.endpoint_delay * input.injection_scale * 1000;
  rules.endpoint_delay = base::Picoseconds{static_cast<std::int64_t>(std::llround(delay))};
  // Where there is none reductions are to take next to nothing.
  constexpr double kBeyondAny = 1e30;
  rules.local_memory_bandwidth =
      base::BytesPerSecond{input.system.local_mem_bw == 0 ? kBeyondAny : input.system.local_mem_bw};
  const int queues = input.queues_per_dimension;
  rules.active_chunks = (input.system.active_chunks + queues - 1) / queues * queues;
  rules.order = input.system.policy == astra::System::Policy::fifo ? Order::fifo : Order::lifo;
  return rules;
}

std::vector<std::vector<std::int64_t>> sent_bytes(const Job& job, const topology::Fabric& fabric) {
  std::vector<std::vector<std::int64_t>> bytes(
      index(job.npus()), std::vector<std::int64_t>(index(fabric.dimensions()), 0));
  for (const rounds::Round& round : job.graph.rounds) {
    const rounds::Collective& c = job.graph.collective_of(round);
    const int ranks = job.alone ? 1 : c.shape.size();
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

// Of each NPU that was run. NPUs that share a trace may run it at different times.
std::vector<std::optional<base::Bytes>> peaks_of(const Input& input, const Workload& workload,
                                                 const Job& job,
                                                 const std::optional<base::Bytes>& capacity) {
  std::vector<std::optional<base::Bytes>> peaks;
  for (int npu = 0; npu < job.npus(); ++npu) {
    const astra::Trace& trace = *input.traces[index(npu)];
    const std::optional<Peak> peak = peak_memory(trace, workload.intervals(npu));
    peaks.push_back(peak ? std::optional(peak->bytes) : std::nullopt);
    if (!capacity) continue;
    if (!peak) {
      throw base::ConfigError({trace.source(), "",
                               "nodes with inputs and outputs, whose tensors --npu-memory bounds",
                               fmt::format("none at NPU {}", npu), ""});
    }
    if (peak->bytes <= *capacity) continue;
    throw base::ConfigError(
        {trace.source(), peak->node < 0 ? "" : described(trace.node(peak->node)),
         fmt::format("tensors of at most --npu-memory, {} B, at once", capacity->count()),
         fmt::format("{} B at NPU {} from {:.3f} us on", peak->bytes.count(), npu,
                     static_cast<double>(peak->at.count()) * 1e-6),
         ""});
  }
  return peaks;
}

Answer answer_of(Workload& workload, const Job& job, const topology::Fabric& fabric,
                 std::vector<std::optional<base::Bytes>> peaks, Result network) {
  Answer answer;
  answer.peak_memory = std::move(peaks);
  answer.alone = job.alone;
  answer.npus = workload.npus();
  for (int npu = 0; npu < job.npus(); ++npu) {
    answer.intervals.push_back(workload.take_intervals(npu));
  }
  answer.bytes = sent_bytes(job, fabric);
  answer.network = std::move(network);
  answer.npus.resize(index(fabric.npus()), answer.npus.front());
  answer.peak_memory.resize(index(fabric.npus()), answer.peak_memory.front());
  answer.bytes.resize(index(fabric.npus()), answer.bytes.front());
  return answer;
}

Answer run(const Input& input, const topology::Fabric& fabric, const Options& options,
           const Job& job) {
  const Scenario scenario{job.graph,       fabric,
                          rules_of(input), {},
                          Mode::faithful,  job.alone ? Symmetry::automatic : Symmetry::off};
  Workload workload(input, job, options.scales);
  Result network;
  try {
    network = EventEngine().run(scenario, workload);
  } catch (const base::ConfigError& error) {
    const base::InputFault& fault = error.fault();
    if (!fault.source.empty() && fault.source != "rounds") throw;
    throw base::ConfigError({input.traces.front()->source(), "", fault.expected, fault.found,
                             fault.hint.empty() || fault.source.empty()
                                 ? "mind comm_size, bandwidth, latency, local-mem-bw and scales"
                                 : fault.hint});
  }
  return answer_of(workload, job, fabric, peaks_of(input, workload, job, options.memory),
                   std::move(network));
}

}  // namespace

Answer run(const Input& input, const Options& options) {
  const Scales& scales = options.scales;
  const topology::Fabric fabric = fabric_of(input);
  check(input, fabric, scales);
  const bool shares_memory = input.memory.kind == astra::RemoteMemory::Kind::pool ||
                             input.memory.kind == astra::RemoteMemory::Kind::per_node;
  astra::require_within(estimate(input, fabric, 1), input.limits);
  Job one;
  if (input.symmetry && !shares_memory && job_of_one(input, fabric, scales, one)) {
    const Scenario scenario{one.graph, fabric,         rules_of(input),
                            {},        Mode::faithful, Symmetry::automatic};
    if (one.graph.collectives.empty() || asymmetry(scenario).empty()) {
      return run(input, fabric, options, one);
    }
  }
  astra::require_within(estimate(input, fabric, fabric.npus()), input.limits);
  return run(input, fabric, options, job_of_all(input, fabric, scales));
}

}  // namespace jacquard::engine::job
