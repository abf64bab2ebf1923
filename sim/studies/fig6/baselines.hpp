// SPDX-License-Identifier: Apache-2.0
// The packet-switched fabrics of the study.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "sim/studies/tuner/space.hpp"
#include "systemc/packet/packet_config.hpp"

namespace jacquard::studies::fig6 {

// The six knobs Chronos tunes, each within a factor of ten about the default of HPCC's simulator at
// 800 Gb/s; Kmax as a multiple of Kmin, so that none is below it.
const Space& knobs();

// DCQCN with HPCC's timers and these values of the knobs.
systemc::PacketConfig tuned_config(const std::vector<double>& values);

struct Preset {
  const char* name;
  systemc::PacketPreset preset;
};
const std::vector<Preset>& presets();

// Simulated: from time 0, when every flow starts, to the last data byte received.
base::Picoseconds packet_completion(const systemc::PacketConfig& config,
                                    const demand::DemandMatrix& bytes, std::uint64_t seed);

// The matrix with of each entry only one byte in `part`, rounded down.
demand::DemandMatrix part_of(const demand::DemandMatrix& whole, std::int64_t part);

// Completions of a small demand under every preset: stands for the simulator's behaviour, so that
// the journal of one that has changed since is not taken up.
config::Json fingerprint();

}  // namespace jacquard::studies::fig6
