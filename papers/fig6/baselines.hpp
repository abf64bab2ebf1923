// SPDX-License-Identifier: Apache-2.0
// The packet-switched fabrics of the study.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "papers/tuner/space.hpp"
#include "systemc/packet/packet_config.hpp"

namespace jacquard::studies::fig6 {

// The six knobs Chronos tunes, about the defaults of HPCC's simulator at 800 Gb/s. Thresholds go no
// higher than those, rates up to a hundred times (docs/repro.md says why, and what comes of more);
// Kmax is given as its place between Kmin and the highest, so that none is below Kmin.
const Space& knobs();

// DCQCN with HPCC's timers and these values of the knobs.
systemc::PacketConfig tuned_config(const std::vector<double>& values);

struct NamedFabric {
  std::string name;
  systemc::PacketConfig config;
};
// Every preset, and HPCC's with thresholds ten times as high, where PFC acts before they do. All
// have the memory of HPCC's simulator, as Chronos's switch had.
std::vector<NamedFabric> untuned();

// The tuned fabric and the best of the others with the memory of a switch that is sold, which their
// names say.
std::vector<NamedFabric> on_a_device(const systemc::PacketConfig& tuned);

// Simulated: from time 0, when every flow starts, to the last data byte received.
base::Picoseconds packet_completion(const systemc::PacketConfig& config,
                                    const demand::DemandMatrix& bytes, std::uint64_t seed);

// The matrix with of each entry only one byte in `part`, rounded down.
demand::DemandMatrix part_of(const demand::DemandMatrix& whole, std::int64_t part);

// Completions of a small demand under every preset: stands for the simulator's behaviour, so that
// the journal of one that has changed since is not taken up.
config::Json fingerprint();

}  // namespace jacquard::studies::fig6
