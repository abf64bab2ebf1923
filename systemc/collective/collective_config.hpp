// SPDX-License-Identifier: Apache-2.0
// What a user says of a collective, the network it runs on, and the engine that runs it.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/collective/request.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/engine/scenario.hpp"
#include "jacquard/systems/reached.hpp"
#include "jacquard/topology/system.hpp"

namespace jacquard::run {

struct CollectiveConfig {
  topology::NetworkConfig network;
  systems::Law law = systems::Law::system;
  rounds::CollectiveKind kind = rounds::CollectiveKind::all_reduce;
  std::string algorithm = "ring";
  collective::Spread spread = collective::Spread::baseline;
  std::string shape;     // of the ranks on a graph of links; "" for one dimension
  std::string involved;  // dimensions of a group; "" for all
  base::Bytes bytes{std::int64_t{64} << 20};
  int chunks = 1;
  int root = 0;
  int peer = 1;
  std::string demand;  // all-to-all-v: a matrix
  std::string engine = "event";
  engine::Mode mode = engine::Mode::faithful;
  engine::Symmetry symmetry = engine::Symmetry::automatic;
  engine::Rules rules;
  std::string disturbance;  // a file
  base::Picoseconds guard{0};
  std::int64_t most_events = 10'000'000'000;
  base::Bytes most_memory{std::int64_t{16} << 30};
};

const config::FieldTable<CollectiveConfig>& collective_fields();

// The defaults on a system: its network, its algorithms, and its memory, its own or its device's,
// where that is known. Throws ConfigError below `place` for a device that is none.
CollectiveConfig collective_on(const topology::System& system, const config::Place& place);

// The request a config means on a network; the seed is that of a generated demand. Throws
// ConfigError naming the option.
collective::CollectiveRequest request_of(const CollectiveConfig& config,
                                         const topology::Network& network, std::uint64_t seed);

}  // namespace jacquard::run
