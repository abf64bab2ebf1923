// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's --remote-memory-configuration: what serves the memory nodes of a trace.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/astra/files/unknown_keys.hpp"
#include "jacquard/config/json_reader.hpp"

namespace jacquard::astra {

struct AstraRemoteMemory {
  enum class Kind {
    none,      // a memory node is an error
    per_node,  // one transaction at a time per node of npus_per_node NPUs
    per_npu,   // every NPU has its own, transactions overlap
    pool,      // one transaction at a time for all
  };
  Kind kind = Kind::none;
  int nodes = 0;
  int npus_per_node = 0;
  std::int64_t latency_ns = 0;  // whole; ASTRA-sim drops fractions of both
  std::int64_t gb_per_s = 0;    // 1e9 bytes per second: bytes per nanosecond
};

// Throws ConfigError at the pointer of a wrong value or an unknown key.
AstraRemoteMemory parse_remote_memory(const config::Json& json, const std::string& source,
                                      UnknownKeys* unknown = nullptr);
AstraRemoteMemory read_remote_memory(const std::string& path, UnknownKeys* unknown = nullptr);

}  // namespace jacquard::astra
