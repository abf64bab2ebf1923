// SPDX-License-Identifier: Apache-2.0
// The recorded answers of ASTRA-sim (tb/vectors/astra/README.md), for tests.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/astra/files/network.hpp"
#include "jacquard/astra/files/remote_memory.hpp"
#include "jacquard/astra/files/system.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"

namespace jacquard::tb {

struct AstraFinish {
  std::int64_t cycles = 0;
  std::int64_t exposed = 0;
};

// One back end's answer.
struct AstraAnswer {
  std::string fails;               // why there is none, or ""
  std::vector<AstraFinish> ranks;  // by rank, empty if it fails
};

struct AstraCase {
  std::string name;
  std::vector<astra::Dimension> network;
  astra::SystemFile system;
  astra::AstraCommGroups groups;
  astra::RemoteMemory memory;
  std::map<std::string, double> flags;  // "num-queues-per-dim", "comm-scale", "injection-scale"
  interop::RankTraces traces;
  AstraAnswer unaware;
  AstraAnswer aware;
};

// Names of the files, without ".json".
const std::vector<std::string>& astra_case_files();
std::vector<AstraCase> astra_cases(const std::string& file);

}  // namespace jacquard::tb
