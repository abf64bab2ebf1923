// SPDX-License-Identifier: Apache-2.0
// A cluster in MAD-Max's terms (Table 3, s4.2), with what physics needs beside them.
#pragma once

#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::systems {

struct Cluster {
  std::string name;
  std::string source;
  int nodes = 1;
  int devices = 8;  // of a node

  // Dense peaks of a device, by bytes of a value: 4 (TF32), 2 (fp16, bf16), 1 (int8, fp8).
  base::FlopsPerSecond peak4{0};
  base::FlopsPerSecond peak2{0};
  base::FlopsPerSecond peak1{0};
  double compute_utilisation = 1;
  base::Bytes memory{0};
  base::BytesPerSecond memory_bandwidth{0};
  double memory_utilisation = 1;
  int links = 0;                           // of a device, inside the node
  base::BytesPerSecond link_bandwidth{0};  // of one, both directions counted
  double link_utilisation = 1;
  int ports = 0;                           // of a node, to the other nodes
  base::BytesPerSecond port_bandwidth{0};  // of one, both directions counted
  double port_utilisation = 1;
  double all_reduce_inside = 0;  // p: share of an all-reduce that goes inside the node

  // What the physical mode asks for beside them.
  std::string device;                       // a name of configs/devices, or a file
  base::Picoseconds link_latency{500'000};  // of a message inside the node
  base::Picoseconds port_latency{2'000'000};
  double dollars_per_hour = 0;  // of a device; 0: not known

  int total() const { return nodes * devices; }
};

inline constexpr const char* kSystems = "systems";

const config::FieldTable<Cluster>& cluster_fields();
void require_complete(const Cluster& cluster, const config::Place& place);

}  // namespace jacquard::systems
