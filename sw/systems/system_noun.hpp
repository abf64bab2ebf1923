// SPDX-License-Identifier: Apache-2.0
// A system as every verb takes it: words for NPUs ("8xh200", "dgx-h100"), a name of
// configs/systems in any spelling ("gb200-nvl72" is gb200_nvl72), a file, or an object. Files and
// objects say networks by dimension (topology::System) or nodes of devices (Cluster).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/composed.hpp"
#include "jacquard/systems/cluster.hpp"
#include "jacquard/topology/system.hpp"

namespace jacquard::systems {

struct FoundSystem {
  topology::System system;
  std::optional<Cluster> cluster;  // where it is said as nodes of devices
  std::optional<int> node_room;    // of words: as NamedNpus
  config::Place place;             // where it stands: the file, or that of the word
};

// Throws ConfigError at `place` for a word that is none, with the nearest, and in the file or
// object for what is wrong there.
FoundSystem find_system(const config::Json& json, const config::Place& place);
FoundSystem find_system(const std::string& text, const config::Place& place);

// The same in MAD-Max's terms, complete.
Cluster find_cluster(const std::string& text, const config::Place& place);

// What a key `system` stands for where it is a whole one; nothing for an object, which changes keys
// of the system that is there. For config::composed().
std::optional<topology::System> whole_system(const config::Json& json, const config::Place& place);
std::optional<Cluster> whole_cluster(const config::Json& json, const config::Place& place);

// Names of configs/systems that are said as nodes of devices.
std::vector<std::string> cluster_names();

}  // namespace jacquard::systems
