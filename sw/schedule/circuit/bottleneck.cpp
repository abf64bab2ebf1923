// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/quick_stuff.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/matching/bottleneck_matching.hpp"

namespace jacquard::schedule {

Schedule bottleneck(const demand::QuantaMatrix& demand, const SchedulerOptions&) {
  Residue residue(demand);
  BottleneckMatching matching(
      demand.ports(), quick_stuff(demand.row_major(), demand.ports(), demand.largest_line_sum()));
  Schedule schedule(demand.ports());
  while (const std::int64_t hold = matching.next()) {
    residue.serve(matching.columns(), hold, schedule);
    matching.subtract(hold);
  }
  return schedule;
}

}  // namespace jacquard::schedule
