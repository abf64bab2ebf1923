// SPDX-License-Identifier: Apache-2.0
// What ASTRA-sim's files say, as the engine of its modes takes it.
#pragma once

#include <array>

#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/astra/files/network.hpp"
#include "jacquard/astra/files/remote_memory.hpp"
#include "jacquard/astra/files/system.hpp"
#include "jacquard/astra/input.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"

namespace jacquard::astra {

struct AstraFiles {
  std::vector<Dimension> network;
  SystemFile system;
  AstraCommGroups groups;
  RemoteMemory memory;
  interop::RankTraces traces;
  std::array<interop::RankTraces, 4> custom = {};  // of the system's custom collectives, by place
};

// The traces that the system's custom collectives name, of at most `npus` places.
std::array<interop::RankTraces, 4> read_custom_collectives(const SystemFile& system, int npus);

// Mode, flags of the command line and symmetry are left as they are by default. Groups that PyTorch
// wrote into a trace (process_groups.hpp) are added to those of the file; one that both have must
// have the same ranks. `since_november_2025`: a
// group called "0" is everybody whatever a trace says (8817510). Throws ConfigError for a node that
// none of the modes can run.
astra::Input engine_input(const AstraFiles& files, bool since_november_2025 = false);

}  // namespace jacquard::astra
