// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/counted_demand.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::machine {

demand::DemandMatrix demand_of(const std::vector<std::int64_t>& counts, int ports,
                               std::int64_t bytes, bool back) {
  demand::DemandMatrix demand(ports);
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) {
      const std::int64_t count = counts[base::cell(i, j, ports)];
      if (i != j) demand.set(back ? j : i, back ? i : j, base::Bytes{count * bytes});
    }
  }
  return demand;
}

}  // namespace jacquard::machine
