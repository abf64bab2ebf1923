// SPDX-License-Identifier: Apache-2.0
// Experiments on collectives that run from memory to memory through the NICs of NPUs, beside what
// an engine says of them.
#pragma once

#include <string>

#include "jacquard/collective/request.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "sim/platform/family.hpp"
#include "systemc/npu/npu_rounds.hpp"

namespace jacquard::platform {

struct NpuCollectiveExperiment : Experiment {
  std::string topology = "Ring(4)";
  rounds::CollectiveKind collective = rounds::CollectiveKind::all_gather;
  std::string algorithm = "ring";
  collective::Spread spread = collective::Spread::baseline;
  base::Bytes bytes{std::int64_t{1} << 20};
  int chunks = 1;
  int active_chunks = 1;
  base::Picoseconds endpoint_delay{10'000};
  systemc::NpuPlatform npu;
  std::string engine = "event";
};

const config::FieldTable<NpuCollectiveExperiment>& npu_collective_fields();

Family npu_collective_family();

}  // namespace jacquard::platform
