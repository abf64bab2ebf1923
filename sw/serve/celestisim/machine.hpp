// SPDX-License-Identifier: Apache-2.0
// Machines as the paper compares them: GPUs that cut tensors between them, or XPUs before pooled
// memory, which it counts as one device (Photonic Fabric s6.1, Table 5).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::serve::celestisim {

// Where the appliance's figures come from.
enum class Preset : std::uint8_t { paper, described };
enum class Generation : std::uint8_t { first, next };

struct PaperSystem {
  std::string name;
  std::string source;                 // of its bandwidth: a table or a file
  int xpus = 8;                       // whose peaks add up
  int tp = 1;                         // devices that tensors are cut across
  int pp = 1;                         // stages, one after the other on a batch
  int micro_batches = 1;              // that stages work on at a time, at most pp
  base::FlopsPerSecond peak{0};       // of one XPU, dense, fp8
  base::BytesPerSecond bandwidth{0};  // of the memory, all devices of a stage together
  base::Bytes memory{0};              // of the whole machine
  // Memory behind a cache; cache 0: all of it runs at `bandwidth`.
  base::Bytes cache{0};
  base::BytesPerSecond behind{0};  // of what misses the cache

  base::FlopsPerSecond all_peaks() const { return peak * xpus; }
};

// A DGX with 8 H100, by Table 5; TP 8. More than one: stages of a pipeline.
PaperSystem dgx_h100(int nodes = 1);

// XPUs before an appliance. Preset paper: Table 5's 26.8 TB/s and 32 TB for up to 8 XPUs, beyond
// that 3.35 TB/s for each. Preset described: as many ports as XPUs, at the rate that was measured
// on one (celestisim/appliance_figures.hpp), HBM as a cache, DDR behind it; one appliance for each
// 16 XPUs, or 64 of the next generation. Throws ConfigError at `place` for XPUs outside 1..64, and
// for the preset paper of the next generation, as the paper has no table of it.
PaperSystem appliance(Preset preset, Generation generation, int xpus, const config::Place& place);

// "pfa-paper", "pfa-described" or "pfa-next-described", with a number of XPUs before it or none:
// "16xpfa-described". Nothing for other words.
struct ApplianceName {
  Preset preset = Preset::paper;
  Generation generation = Generation::first;
  int xpus = 8;
};
std::optional<ApplianceName> appliance_named(std::string_view word);
const std::vector<std::string>& appliance_names();

}  // namespace jacquard::serve::celestisim
