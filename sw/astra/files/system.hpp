// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's --system-configuration: system.json. Defaults are ASTRA-sim's own.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "jacquard/astra/files/unknown_keys.hpp"
#include "jacquard/astra/input.hpp"
#include "jacquard/config/json_reader.hpp"

namespace jacquard::astra {

struct SystemFile {
  System system;  // FIFO unless the file says otherwise
  // PREFIX of the files PREFIX.<place>.et of a user's collective, or "": all-reduce,
  // reduce-scatter, all-gather, all-to-all.
  std::array<std::string, 4> custom;
  int local_reduction_delay = 1;  // like the next, accepted and without effect
  bool track_local_mem = false;
  std::vector<std::string> ignored;  // keys that ASTRA-sim knows and that change nothing here
};

// Throws ConfigError at the pointer of a wrong value, of a key nobody knows (with the nearest one),
// and of one whose effect cannot be had here (per-node-custom-implementation, model-shared-bus).
SystemFile parse_astra_system(const config::Json& json, const std::string& source,
                              UnknownKeys* unknown = nullptr);
// A file that is read as the same system, to the last bit.
std::string write_astra_system(const System& system);
SystemFile read_astra_system(const std::string& path, UnknownKeys* unknown = nullptr);

}  // namespace jacquard::astra
