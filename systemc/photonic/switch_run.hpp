// SPDX-License-Identifier: Apache-2.0
// A digital switch alone, under traffic of which laws are known.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/schedule/arbiter/arbiter.hpp"
#include "systemc/photonic/switch_config.hpp"

namespace jacquard::systemc {

// permutation: each input sends to the next output. uniform: to any, drawn for each cell. hot_spot:
// all send to output 0.
enum class SwitchPattern : std::uint8_t { permutation, uniform, hot_spot };

struct SwitchTraffic {
  SwitchPattern pattern = SwitchPattern::uniform;
  double load = 1;              // the share of slots in which a cell comes to an input
  std::int64_t warm_up = 2000;  // slots
  std::int64_t slots = 10000;   // measured, after the warm-up
};

struct SwitchFigures {
  base::Picoseconds measured{0};
  std::int64_t cells = 0;  // moved while measured
  double throughput = 0;   // of all slots of all outputs
  // From the slot in which a cell came until that in which it moved, of cells that came and moved
  // while measured.
  double mean_wait_slots = 0;
};

// Throws ConfigError as require_consistent() does. `arbiter`: of `ports`.
SwitchFigures run_switch(const SwitchConfig& config, int ports, base::BitsPerSecond rate,
                         const SwitchTraffic& traffic, std::uint64_t seed,
                         std::unique_ptr<schedule::Arbiter> arbiter);

}  // namespace jacquard::systemc
