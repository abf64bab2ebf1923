// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/circuit/divide.hpp"
#include "systemc/circuit/scheduled_circuits.hpp"

namespace jacquard::systemc {

// Parallel circuit switches: each carries its part of a demand as if it were alone, over links of
// its own, and decides on it alone. The last one's end is the end of all.
class ParallelCircuits final : public Fabric {
 public:
  // `one`: each of them, which must outlive this.
  ParallelCircuits(ScheduledCircuits& one, int switches, Division division)
      : one_(one), switches_(switches), division_(division) {}

  // Throws ConfigError for offers that were decided on before, or that follow others.
  RunFigures run(const Offer& offer, std::uint64_t seed, report::FabricRun* trace) override;

 private:
  ScheduledCircuits& one_;
  int switches_;
  Division division_;
};

}  // namespace jacquard::systemc
