// SPDX-License-Identifier: Apache-2.0
// What every kind of fabric does: take traffic, carry it in simulated time, say what it came to.
#pragma once

#include <cstdint>

#include "jacquard/base/span.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/flow.hpp"
#include "jacquard/report/fabric/fabric_run.hpp"
#include "systemc/control/left_behind.hpp"
#include "systemc/fabric/figures.hpp"

namespace jacquard::systemc {

// A demand on which a fabric that decides may have decided before it knew the traffic.
struct Foresight {
  demand::DemandMatrix expected;
  base::Picoseconds lead{0};  // how long before the traffic it was known
};

// Traffic offered to a fabric: an all-to-all, or flows that may start later. It refers to what must
// outlive the run.
struct Offer {
  const demand::DemandMatrix& demand;  // what the flows come to
  base::Span<const demand::Flow> flows;
  bool all_start_at_once = true;
  std::uint64_t index = 0;  // among several: names its random streams
  const Foresight* foresight = nullptr;
  const Before* before = nullptr;  // of exchanges that follow each other; absent: of one alone
};

class Fabric {
 public:
  virtual ~Fabric() = default;

  // Carries the traffic to its last byte, in a simulation of its own, and returns the figures;
  // `seed` is of the run's random streams. With `trace`, what each flow, link and setting did is
  // added to it. Throws ConfigError for traffic that it cannot carry. Runs do not depend on each
  // other. Not for use by several threads.
  virtual RunFigures run(const Offer& offer, std::uint64_t seed, report::FabricRun* trace) = 0;
};

}  // namespace jacquard::systemc
