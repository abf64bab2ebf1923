// SPDX-License-Identifier: Apache-2.0
#include "systemc/rounds/run_on_planes.hpp"

#include <systemc>
#include <utility>

#include "systemc/kernel/simulation.hpp"

namespace jacquard::systemc {

OnPlanes run_on_planes(const engine::Scenario& scenario, std::vector<PlaneConfig> planes,
                       const char* what, std::uint64_t shuffle) {
  Simulation simulation;
  const Simulation::Scope scope(simulation);
  PlaneNetwork network("rounds", scenario, std::move(planes), what, shuffle);
  network.start();
  sc_core::sc_start();
  OnPlanes run{network.outcome(), network.made(), base::Bytes{0}, base::Bytes{0}};
  for (int d = 0; d < scenario.network.fabric()->dimensions(); ++d) {
    for (const MessagePlane* plane : network.planes(d)) {
      for (const PortUse& use : plane->inputs()) run.sent += use.bytes;
      for (const PortUse& use : plane->outputs()) run.received += use.bytes;
    }
  }
  return run;
}

}  // namespace jacquard::systemc
