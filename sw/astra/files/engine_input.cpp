// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/files/engine_input.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/interop/chakra/op_graph.hpp"

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
  input.network = dimensions_of(files.network);
  input.memory = memory_of(files.memory);
  input.job = interop::job_of(files.traces, files.groups, since_november_2025);
  for (std::size_t kind = 0; kind < files.custom.size(); ++kind) {
    for (int place = 0; place < files.custom[kind].ranks(); ++place) {
      input.custom[kind].push_back(interop::op_graph(files.custom[kind].whole(place), {}));
    }
  }
  return input;
}

}  // namespace jacquard::astra
