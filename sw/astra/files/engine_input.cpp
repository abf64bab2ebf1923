// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/files/engine_input.hpp"

#include <algorithm>

#include "jacquard/astra/files/engine_trace.hpp"
#include "jacquard/base/at.hpp"

namespace jacquard::astra {

namespace {

using astra::Implementation;
using astra::Input;

std::vector<Implementation> implementations(const std::vector<AstraAlgorithm>& from) {
  using Kind = AstraAlgorithm::Kind;
  std::vector<Implementation> out;
  for (const AstraAlgorithm& algorithm : from) {
    const auto method = algorithm.kind == Kind::ring     ? collective::Method::ring
                        : algorithm.kind == Kind::direct ? collective::Method::direct
                        : algorithm.kind == Kind::halving_doubling
                            ? collective::Method::halving_doubling
                            : collective::Method::double_binary_tree;
    out.push_back({method, algorithm.window, algorithm.flat});
  }
  return out;
}

astra::System system_of(const AstraSystem& from) {
  using Policy = astra::System::Policy;
  astra::System system;
  system.policy = from.scheduling == AstraScheduling::lifo   ? Policy::lifo
                  : from.scheduling == AstraScheduling::fifo ? Policy::fifo
                                                             : Policy::by_priority;
  system.blueconnect = from.optimization == AstraOptimization::local_bw_aware;
  system.endpoint_delay = from.endpoint_delay_ns;
  system.active_chunks = from.active_chunks_per_dimension;
  system.splits = from.preferred_dataset_splits;
  system.peak_perf = from.peak_tflops * 1'000'000'000'000;
  system.local_mem_bw = from.local_mem_gb_per_s * 1'000'000'000;
  system.roofline = from.roofline;
  system.replay_only = from.replay_only;
  system.implementations = {implementations(from.all_reduce), implementations(from.reduce_scatter),
                            implementations(from.all_gather), implementations(from.all_to_all)};
  return system;
}

astra::RemoteMemory memory_of(const AstraRemoteMemory& from) {
  using Kind = astra::RemoteMemory::Kind;
  static constexpr Kind kinds[] = {Kind::none, Kind::per_node, Kind::per_npu, Kind::pool};
  return {base::at(kinds, from.kind), from.latency_ns, static_cast<double>(from.gb_per_s),
          from.npus_per_node};
}

}  // namespace

std::array<interop::RankTraces, 4> read_custom_collectives(const AstraSystem& system, int npus) {
  std::array<interop::RankTraces, 4> custom;
  for (std::size_t kind = 0; kind < custom.size(); ++kind) {
    const std::string& prefix = system.custom[kind];
    if (prefix.empty()) continue;
    const int places = std::clamp(interop::count_rank_files(prefix), 1, npus);
    custom[kind] = interop::read_rank_traces(prefix, places);
  }
  return custom;
}

Input engine_input(const AstraFiles& files, bool since_november_2025) {
  Input input;
  input.since_november_2025 = since_november_2025;
  input.system = system_of(files.system);
  for (int d = 0; d < files.network.dimensions(); ++d) {
    const auto at = static_cast<std::size_t>(d);
    input.network.push_back({files.network.topology[at], files.network.npus_count[at],
                             files.network.bandwidth[at], files.network.latency[at]});
  }
  input.memory = memory_of(files.memory);
  input.groups = files.groups;
  std::vector<std::shared_ptr<const astra::Trace>> distinct;
  std::vector<interop::GroupNumbers> numbers;
  interop::Numbering numbering(input.groups, files.network.npus());
  for (const interop::ChakraTrace& trace : files.traces.distinct) {
    numbers.push_back(numbering.of(trace, since_november_2025));
    distinct.push_back(std::make_shared<const astra::Trace>(engine_trace(trace, numbers.back())));
  }
  input.group_names = numbering.names();
  for (std::size_t kind = 0; kind < files.custom.size(); ++kind) {
    for (int place = 0; place < files.custom[kind].ranks(); ++place) {
      input.custom[kind].push_back(
          std::make_shared<const astra::Trace>(engine_trace(files.custom[kind].whole(place), {})));
    }
  }
  for (int rank = 0; rank < files.traces.ranks(); ++rank) {
    const std::size_t which = base::at(files.traces.of_rank, rank);
    const auto& own = distinct[which];
    auto names = interop::renumbered(numbers[which], files.traces.renaming(rank));
    input.traces.push_back(names.empty() ? own
                                         : std::make_shared<const astra::Trace>(
                                               *own, files.traces.source(rank), std::move(names)));
  }
  return input;
}

}  // namespace jacquard::astra
