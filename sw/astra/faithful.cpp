// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/faithful.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {
namespace {

constexpr double kGigabyte = 1 << 30;

using engine::job::Algorithms;

[[noreturn]] void fail(const std::string& source, std::string expected, std::string found,
                       std::string hint = "") {
  throw base::ConfigError({source, "", std::move(expected), std::move(found), std::move(hint)});
}

void require_faithful(const Input& input) {
  if (input.rendezvous) {
    fail("--rendezvous-protocol", "an astra mode", "faithful",
         "a message that comes before its receive waits there");
  }
  if (input.system.policy == System::Policy::by_priority) {
    fail(input.names.system, "scheduling-policy LIFO or FIFO in faithful mode", "EXPLICIT");
  }
  if (input.system.splits < 1) {
    fail(input.names.system, "preferred-dataset-splits of at least 1",
         std::to_string(input.system.splits));
  }
  if (!(input.system.local_mem_bw >= 0)) {
    fail(input.names.system, "a local-mem-bw of at least 0",
         fmt::format("{}", input.system.local_mem_bw));
  }
  for (const CustomCollective& custom : input.custom) {
    if (custom.empty()) continue;
    fail(input.names.system, "an astra mode for collectives of one's own (...-custom)", "faithful",
         "jacquard collective --rounds FILE runs one");
  }
}

Algorithms algorithms_of(const Input& input, const std::vector<Implementation>& list) {
  const std::size_t dimensions = input.network.size();
  if (list.size() > dimensions) {
    fail(input.names.system,
         fmt::format("at most {} algorithms of a kind, one for each dimension", dimensions),
         std::to_string(list.size()));
  }
  Algorithms out;
  for (const Implementation& implementation : list) {
    if (implementation.flat != list.front().flat) {
      fail(input.names.system, "either one flat algorithm (one...) of a kind, or none", "both");
    }
    out.flat = implementation.flat;
    out.by_dimension.push_back({implementation.method, std::max(implementation.window, 0)});
  }
  return out;
}

engine::job::RemoteMemory memory_of(const RemoteMemory& from) {
  using Kind = engine::job::RemoteMemory::Kind;
  static constexpr Kind kinds[] = {Kind::none, Kind::per_npu, Kind::per_node, Kind::pool};
  return {base::at(kinds, from.kind), base::Picoseconds{from.latency * 1000},
          base::BytesPerSecond{from.bandwidth * 1e9}, from.npus_per_node};
}

engine::Rules rules_of(const Input& input) {
  engine::Rules rules;
  const double delay = input.system.endpoint_delay * input.injection_scale * 1000;
  rules.endpoint_delay = base::Picoseconds{static_cast<std::int64_t>(std::llround(delay))};
  // Where there is none reductions are to take next to nothing.
  constexpr double kBeyondAny = 1e30;
  rules.local_memory_bandwidth =
      base::BytesPerSecond{input.system.local_mem_bw == 0 ? kBeyondAny : input.system.local_mem_bw};
  const int queues = input.queues_per_dimension;
  rules.active_chunks = (input.system.active_chunks + queues - 1) / queues * queues;
  const bool fifo = input.system.policy == System::Policy::fifo;
  rules.order = fifo ? engine::Order::fifo : engine::Order::lifo;
  return rules;
}

}  // namespace

topology::Fabric fabric_of(const std::vector<Dimension>& network, const std::string& source) {
  constexpr double kLongestNs = 100.0 * 86'400 * 1e9;
  std::vector<topology::Dimension> dimensions;
  for (const Dimension& d : network) {
    if (!(d.latency >= 0 && d.latency <= kLongestNs)) {
      throw base::ConfigError(
          {source, "/latency", "0 to 100 days, in ns", fmt::format("{:.4g}", d.latency), ""});
    }
    dimensions.push_back(
        {d.block, d.npus, base::BytesPerSecond{d.bandwidth * kGigabyte},
         base::Picoseconds{static_cast<std::int64_t>(std::llround(d.latency * 1000))}});
  }
  return topology::Fabric(std::move(dimensions), {source, ""});
}

std::vector<Dimension> network_of(const topology::Fabric& fabric) {
  std::vector<Dimension> network;
  for (const topology::Dimension& d : fabric.all()) {
    network.push_back({d.block, d.size, d.bandwidth.count() / kGigabyte,
                       static_cast<double>(d.latency.count()) / 1000});
  }
  return network;
}

Faithful faithful(const Input& input, const engine::job::Scales& scales,
                  std::optional<base::Bytes> npu_memory) {
  Faithful out{{},
               fabric_of(input.network, input.names.network),
               rules_of(input),
               input.limits,
               input.symmetry ? engine::Symmetry::automatic : engine::Symmetry::off,
               input.names.workload};
  require_faithful(input);
  engine::job::JobWork& work = out.work;
  work.job = input.job;
  for (std::size_t kind = 0; kind < work.algorithms.size(); ++kind) {
    work.algorithms[kind] = algorithms_of(input, input.system.implementations[kind]);
  }
  work.spread =
      input.system.blueconnect ? collective::Spread::blueconnect : collective::Spread::baseline;
  work.chunks = input.system.splits;
  if (input.system.roofline) {
    work.roofline = {base::FlopsPerSecond{input.system.peak_perf},
                     base::BytesPerSecond{input.system.local_mem_bw}};
  }
  work.replay = input.system.replay_only;
  work.memory = memory_of(input.memory);
  work.scales = scales;
  work.npu_memory = npu_memory;
  return out;
}

}  // namespace jacquard::astra
