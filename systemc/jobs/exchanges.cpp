// SPDX-License-Identifier: Apache-2.0
#include "systemc/jobs/exchanges.hpp"

#include <utility>

#include "jacquard/base/at.hpp"

namespace jacquard::jobs {

Exchanges exchanges_of(const Job& job) {
  Exchanges e;
  for (const Phase& phase : job.phases) {
    e.computed_after += phase.compute;
    std::vector<demand::Flow> flows = demand::flows_of(phase.demand);
    if (flows.empty()) continue;
    for (demand::Flow& flow : flows) {
      flow.source = base::at(job.ports, flow.source);
      flow.destination = base::at(job.ports, flow.destination);
    }
    e.all.push_back({e.computed_after, std::move(flows)});
    e.computed_after = base::Picoseconds{0};
  }
  return e;
}

}  // namespace jacquard::jobs
