// SPDX-License-Identifier: Apache-2.0
// Experiments on one collective on a switch that adds and copies, beside packets and circuits,
// which move messages alone.
#pragma once

#include <string>

#include "jacquard/collective/request.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "sim/platform/family.hpp"

namespace jacquard::platform {

enum class SwitchKind { adding, packets, circuits };

struct InNetworkExperiment : Experiment {
  int npus = 16;
  SwitchKind fabric = SwitchKind::adding;
  rounds::CollectiveKind collective = rounds::CollectiveKind::all_reduce;
  std::string algorithm = "sharp";
  base::Bytes bytes{std::int64_t{1} << 20};
  int chunks = 1;
  base::BytesPerSecond bandwidth{50e9};
  base::Picoseconds latency{500'000};
  base::Picoseconds endpoint_delay{10'000};
  base::BytesPerSecond memory_bandwidth{3.35e12};
  base::Picoseconds guard{0};
};

const config::FieldTable<InNetworkExperiment>& in_network_fields();

Family in_network_family();

}  // namespace jacquard::platform
