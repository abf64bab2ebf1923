// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's --remote-memory-configuration.
#pragma once

#include <string>

#include "jacquard/astra/files/unknown_keys.hpp"
#include "jacquard/astra/input.hpp"
#include "jacquard/config/json_reader.hpp"

namespace jacquard::astra {

// Latency (ns) and bandwidth (1e9 B/s) are whole: ASTRA-sim drops fractions of both. Throws
// ConfigError at the pointer of a wrong value or an unknown key.
RemoteMemory parse_remote_memory(const config::Json& json, const std::string& source,
                                 UnknownKeys* unknown = nullptr);
// Of a cluster of so many NPUs.
std::string write_remote_memory(const RemoteMemory& memory, int npus);
RemoteMemory read_remote_memory(const std::string& path, UnknownKeys* unknown = nullptr);

}  // namespace jacquard::astra
