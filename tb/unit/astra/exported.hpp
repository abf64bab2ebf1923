// SPDX-License-Identifier: Apache-2.0
// Exported folders, read as anybody's.
#pragma once

#include <string>

#include "jacquard/astra/engine.hpp"
#include "jacquard/astra/files/engine_input.hpp"
#include "jacquard/astra/run.hpp"

namespace jacquard::tb {

inline astra::AstraFiles files_in(const std::string& folder) {
  astra::AstraFiles files;
  files.network = astra::read_astra_network(folder + "/network.yml");
  files.system = astra::read_astra_system(folder + "/system.json");
  files.groups = astra::read_comm_groups(folder + "/groups.json", astra::npus(files.network));
  files.traces = interop::read_rank_traces(folder + "/job", astra::npus(files.network));
  return files;
}

// How many NPUs end at another time, or compute for another time, where the folder is run and where
// the scenario is, in its mode.
inline int differences(const std::string& folder, const engine::Scenario& scenario) {
  astra::Input input = astra::engine_input(files_in(folder));
  const bool aware = scenario.mode == engine::Mode::astra_aware;
  input.mode = aware ? astra::Mode::aware : astra::Mode::unaware;
  const engine::Result direct = astra::AstraEngine().run(scenario);
  int differ = 0;
  for (const astra::Finish& finish : astra::run(input).finished) {
    const auto& own = direct.job->npus[static_cast<std::size_t>(finish.npu)];
    differ += own.end.count() != finish.time * 1000 || own.compute.count() != finish.compute * 1000;
  }
  return differ;
}

}  // namespace jacquard::tb
