// SPDX-License-Identifier: Apache-2.0
// The circuit switches that a stack is for.
#pragma once

#include <optional>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::stack {

// When the longest way between two NPUs, t_max, is paid.
//   per_slot       in every slot (Chronos s6: T >= b/c + t_max + t_x), and t_x too
//   on_dependency  where a transfer waits for data of another; t_x where a setting changes
enum class Sync { per_slot, on_dependency };

// Each NPU has `channels` ports; each channel has switches of its own, all alike.
// One tier: one crossbar. Two tiers: port p is on leaf p / leaf_ports; each leaf has `uplinks`,
// uplink u leading to spine u mod spines (Chronos s3). Three tiers: `pod_leaves` leaves and their
// spines are a pod; each spine has `spine_uplinks`; the k-th of spine s is the pod's uplink
// s + k x spines, which leads to core (s + k x spines) mod cores.
struct Fabric {
  int tiers = 2;
  int radix = 512;        // of every switch
  int leaf_ports = 0;     // NPUs of a leaf; 0: half the radix
  int uplinks = 0;        // of a leaf; 0: what the radix leaves, at most leaf_ports
  int pod_leaves = 0;     // three tiers; 0: half the radix, or all leaves
  int spine_uplinks = 0;  // three tiers; 0: as many as downlinks, if the radix has them
  bool local = true;      // traffic within a leaf does not go up
  int channels = 1;
  base::BitsPerSecond rate{800'000'000'000};  // of a port
  base::Picoseconds guard{10'000};            // t_x
  base::Picoseconds flight{10'000'000};       // t_max
  Sync sync = Sync::per_slot;
  std::optional<base::Picoseconds> slot;  // T; nothing: chosen
  base::Bytes control{65'536};            // calls of at most so many bytes share control slots
  double headroom = 1.25;                 // of slots kept for what only the run knows
  base::Picoseconds decision{1'000'000};  // in which the run decides about them
  int spares = 0;                         // ports beyond the job's ranks that stand by
};

const config::FieldTable<Fabric>& fabric_fields();

// Its sizes, nothing left open.
struct Sizes {
  int ports = 0;       // of NPUs, spares included, per channel
  int leaf_ports = 0;  // one tier: all ports
  int leaves = 0;      // one tier: 0
  int uplinks = 0;     // of each leaf
  int spines = 0;      // three tiers: of each pod
  int links = 0;       // between a leaf and a spine
  // Three tiers, else 0.
  int pods = 0;
  int pod_leaves = 0;  // the last pod may have fewer
  int pod_links = 0;   // uplinks of each spine
  int cores = 0;
  int core_links = 0;  // between a pod and a core

  int all_spines() const { return pods == 0 ? spines : pods * spines; }
  int switches() const { return leaves == 0 ? 1 : leaves + all_spines() + cores; }  // of a channel
};

// Throws ConfigError at the key for switches with too few ports for so many ranks.
Sizes sizes_of(const Fabric& fabric, int ranks, const config::Place& place);

}  // namespace jacquard::stack
