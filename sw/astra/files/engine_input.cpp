// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/files/engine_input.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/interop/chakra/op_graph.hpp"

namespace jacquard::astra {

std::array<interop::RankTraces, 4> read_custom_collectives(const SystemFile& system, int npus) {
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
  input.system = files.system.system;
  input.network = files.network;
  input.memory = files.memory;
  input.job = interop::job_of(files.traces, files.groups, since_november_2025);
  for (std::size_t kind = 0; kind < files.custom.size(); ++kind) {
    for (int place = 0; place < files.custom[kind].ranks(); ++place) {
      input.custom[kind].push_back(interop::op_graph(files.custom[kind].whole(place), {}));
    }
  }
  return input;
}

}  // namespace jacquard::astra
