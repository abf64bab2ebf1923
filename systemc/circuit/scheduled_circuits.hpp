// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/circuit/circuit_fabric.hpp"
#include "systemc/fabric/fabric.hpp"

namespace jacquard::systemc {

// Circuit switches that a scheduler sets for each matrix offered. Flows must start together.
class ScheduledCircuits final : public Fabric {
 public:
  // `scenario`: of every run; its seed and index are those of the run. What it and `decide` refer
  // to must outlive this.
  ScheduledCircuits(CircuitScenario scenario, MakeDecision decide)
      : scenario_(std::move(scenario)), decide_(std::move(decide)) {
    scenario_.keep_schedule = true;
  }

  RunFigures run(const Offer& offer, std::uint64_t seed, report::FabricRun* trace) override {
    return run_part(offer, nullptr, seed, trace);
  }
  // Of a switch among others: `carried` as CircuitScenario has it.
  RunFigures run_part(const Offer& offer, const demand::DemandMatrix* carried, std::uint64_t seed,
                      report::FabricRun* trace);
  const CircuitScenario& scenario() const { return scenario_; }

 private:
  CircuitScenario scenario_;
  MakeDecision decide_;
};

}  // namespace jacquard::systemc
