// SPDX-License-Identifier: Apache-2.0
// A training step and a server on circuits whose decisions take a given time, or on other fabrics.
#pragma once

#include <string>

#include "systemc/serve/fabric_exchanges.hpp"
#include "systemc/serve/serve_config.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::studies {

struct Circuits {
  std::string scheduler;  // "": the configuration's own
  base::Picoseconds latency{0};
  base::Picoseconds guard{0};
};

// Software whose whole schedule is there after the latency.
void set(const Circuits& circuits, machine::ExchangeConfig& exchange);

// Of the job on the machine, without memories: `fabric` is circuit or packet.
base::Picoseconds step_time(const train::TrainConfig& job, const train::JobPlaces& places,
                            const std::string& fabric, const Circuits& circuits);

// Requests that all come at once to a server, whose experts exchange on `fabric`.
struct AtOnce {
  serve::ServeConfig serving;
  std::int64_t requests = 512;
  std::uint64_t seed = 1;
  int threads = 0;
};
// Of the exchanges of a server that is configured so, fabric included.
serve::FabricFigures exchanges_of(const AtOnce& load);
base::Picoseconds mean_exchange(const AtOnce& load, const std::string& fabric,
                                const Circuits& circuits);

}  // namespace jacquard::studies
