// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "jacquard/collective/request.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "jacquard/topology/network.hpp"
#include "systemc/collective/collective_config.hpp"

namespace jacquard::run {

// Rounds to be run, and the request they were made from, if they were not a user's own.
struct Work {
  rounds::RoundGraph graph;
  std::optional<collective::CollectiveRequest> request;
  std::string file;      // of a user's own
  bool by_law = false;   // NCCL's law says its time: a collective without rounds
  bool reached = false;  // links have what collectives reach
  // What the engine's closed forms say of the usual way, of which messages may meet.
  std::optional<base::Picoseconds> closed = {};
};

// The rounds of the file, or those of the collective that the config asks for where there is no
// file; of a file in MSCCL's XML those of the config's bytes and chunks. The seed is that of a
// generated demand. Throws ConfigError naming the option, or the file and the pointer, for what
// cannot be made; and for rounds of more memory than the config allows.
Work make_work(const CollectiveConfig& config, const topology::Network& network,
               const std::string& rounds_file, std::uint64_t seed);

// Notified of how many events there have been, of about how many: 0 at first, and while the run is
// prepared.
using Progress = std::function<void(std::int64_t events, double expected)>;

// Runs the work on the engine, in the mode, that the config names. Throws ConfigError for what that
// engine does not do, and for more work than the config allows.
engine::Result run_collective(const CollectiveConfig& config, const topology::Network& network,
                              const Work& work, const Progress& progress = {});

}  // namespace jacquard::run
