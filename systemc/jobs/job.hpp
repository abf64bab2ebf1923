// SPDX-License-Identifier: Apache-2.0
// Several jobs on one fabric: each computes and exchanges by itself, and meets the others on links.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"
#include "systemc/fabric/fabric.hpp"
#include "systemc/packet/packet_config.hpp"

namespace jacquard::jobs {

// A computation of all NPUs, then an exchange between them, which ends with its last byte.
struct Phase {
  base::Picoseconds compute{0};
  demand::DemandMatrix demand;  // of the job's own NPUs, numbered from 0
};

struct Job {
  std::string name;
  std::vector<int> ports;  // of the fabric, of each NPU
  base::Picoseconds start{0};
  std::vector<Phase> phases;  // each follows the one before
};

// What each job takes, from its start to the end of its last phase. On packets, exchanges share
// links as flows do. A phase that begins by a gap shorter than a packet takes over one link begins
// that much later. Throws ConfigError as systemc::simulate_packets() does.
std::vector<base::Picoseconds> times_on_packets(const systemc::PacketConfig& fabric,
                                                const std::vector<Job>& jobs, std::uint64_t seed);

// Whose exchanges a circuit fabric's scheduler decides on when the fabric is free.
enum class Sharing {
  together,  // the sum of all that wait
  in_turn,   // the one that has waited longest
};

// On circuits, of so many ports. What comes while the fabric is busy waits until all that was
// decided on has been carried. Of a pair that two jobs share, both have their bytes at its end.
std::vector<base::Picoseconds> times_on_circuits(systemc::Fabric& fabric, int ports,
                                                 const std::vector<Job>& jobs, Sharing sharing,
                                                 std::uint64_t seed);

// On circuits that are set between phases, as Opus has them (arXiv 2602.12521): every exchange is a
// permutation, known ahead. Circuits that stand stay. Others are set from the end of the exchange
// before, while the NPUs compute, and take `guard`; then data pass without a stop. Throws
// ConfigError for an exchange that is no permutation, and for jobs that share ports.
std::vector<base::Picoseconds> times_on_phases(const systemc::LinkConfig& links,
                                               base::Picoseconds guard,
                                               const std::vector<Job>& jobs);

}  // namespace jacquard::jobs
