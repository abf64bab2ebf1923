// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "jacquard/demand/quantise.hpp"
#include "systemc/fabric/fabric.hpp"
#include "systemc/frames/frame_plan.hpp"

namespace jacquard::systemc {

// One crossbar whose scheduler decides again and again on what waits, while flows arrive. Times are
// those of the SystemC fabric where nothing fails; as nothing depends on order within an instant,
// settings are walked one by one, without a kernel.
class ArrivingCircuits final : public Fabric {
 public:
  struct Terms {
    CircuitParameters parameters;
    demand::Quantisation counting;
    std::optional<base::Picoseconds>
        frame;  // absent: the next decision when the last has been sent
    GuardedPorts guarded = GuardedPorts::all;
    bool overlap = true;
    std::function<TimedSchedule(const demand::QuantaMatrix&)> decide;
  };
  // Requires clocks without error and ports equally far.
  explicit ArrivingCircuits(Terms terms) : terms_(std::move(terms)) {}

  // Throws ConfigError for schedules over several hops, and for frames too short for a setting.
  RunFigures run(const Offer& offer, std::uint64_t seed, report::FabricRun* trace) override;

 private:
  Terms terms_;
};

}  // namespace jacquard::systemc
