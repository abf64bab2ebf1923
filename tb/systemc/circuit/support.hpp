// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/demand/generate.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "systemc/circuit/circuit_config.hpp"
#include "systemc/circuit/circuit_fabric.hpp"
#include "systemc/control/timed_decision.hpp"

namespace jacquard::systemc::test {

inline demand::DemandMatrix small_moe(int ports, std::uint64_t index) {
  demand::DemandMatrix whole = demand::generate(demand::DemandClass::moe, ports, 1, index);
  demand::DemandMatrix part(ports);
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) {
      part.set(i, j, base::Bytes{whole.at(i, j).count() / 64 + 1});
    }
  }
  return part;
}

inline CircuitScenario scenario(int ports, const CircuitConfig& config = {}) {
  LinkConfig basics;
  basics.ports = ports;
  CircuitScenario s;
  s.parameters = resolve(config, basics, {}, 1);
  s.counting.bits = 8;
  s.keep = true;
  return s;
}

// A scheduler of the table, `latency` after the demand is known.
inline MakeDecision software(const char* scheduler, base::Picoseconds latency) {
  return [scheduler, latency] {
    return std::make_unique<TimedDecision>("decision", [=](const demand::QuantaMatrix& demand) {
      return all_at_once(demand, schedule::find_scheduler(scheduler).run(demand, {}), latency);
    });
  };
}

// The same, at once, of a scheduler over several hops.
inline MakeDecision by_shape(const std::string& shape, const std::string& name = "shifts") {
  return [=] {
    return std::make_unique<TimedDecision>("decision", [=](const demand::QuantaMatrix& demand) {
      schedule::SchedulerOptions options;
      options.shape = shape;
      return all_at_once(demand, schedule::find_scheduler(name).run(demand, options),
                         base::Picoseconds{0});
    });
  };
}

inline schedule::CoreShape ladder_shape(int ports) {
  return {schedule::CoreKind::ladder, ports, 8, std::min(4, ports)};
}

inline schedule::CoreInputs ladder_options() {
  schedule::CoreInputs options;
  options.top_offset = 1;
  return options;
}

// The golden model's permutations at the clocks at which it shows them.
inline MakeDecision golden(int ports, base::Picoseconds period) {
  return [=] {
    return std::make_unique<TimedDecision>("decision", [=](const demand::QuantaMatrix& demand) {
      const auto core = schedule::make_golden_core(ladder_shape(ports));
      return at_clocks(schedule::run_core(*core, demand, ladder_options()), period);
    });
  };
}

}  // namespace jacquard::systemc::test
