// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/check_core.hpp"

#include "jacquard/schedule/core/shift_shape.hpp"
#include "jacquard/schedule/hops/shift_relays.hpp"

namespace jacquard::schedule {

demand::QuantaMatrix seen_by(const CoreRun& run, const demand::QuantaMatrix& demand) {
  if (!run.shifts) return demand;
  const int n = demand.ports();
  std::vector<std::int64_t> counts(demand.row_major().begin(), demand.row_major().end());
  for (int port = 0; port < n; ++port) counts[base::cell(port, port, n)] = 0;
  return {n, std::move(counts), demand.clock()};
}

Verdict check_core(const CoreShape& shape, const demand::QuantaMatrix& demand, const CoreRun& run) {
  if (!run.shifts) return check(demand, run.schedule);
  const demand::QuantaMatrix seen = seen_by(run, demand);
  return check(seen, with_relays(seen, digits_of(shape), run.schedule));
}

}  // namespace jacquard::schedule
