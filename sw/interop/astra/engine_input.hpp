// SPDX-License-Identifier: Apache-2.0
// What ASTRA-sim's files say, as the engine of its modes takes it.
#pragma once

#include "jacquard/engine/astra/input.hpp"
#include "jacquard/interop/astra/comm_groups.hpp"
#include "jacquard/interop/astra/network.hpp"
#include "jacquard/interop/astra/remote_memory.hpp"
#include "jacquard/interop/astra/system.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"

namespace jacquard::interop {

struct AstraFiles {
  AstraNetwork network;
  AstraSystem system;
  AstraCommGroups groups;
  AstraRemoteMemory memory;
  RankTraces traces;
};

// Mode, flags of the command line and symmetry are left as they are by default. Throws ConfigError
// for a node that none of the modes can run.
engine::astra::Input engine_input(const AstraFiles& files);

// The nodes of one trace.
engine::astra::Trace engine_trace(const ChakraTrace& trace);

}  // namespace jacquard::interop
