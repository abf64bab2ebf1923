// SPDX-License-Identifier: Apache-2.0
// A demand served by a slot arbiter: one matching per slot until nothing waits; equal matchings of
// consecutive slots become one held setting. What an on-line arbiter makes of a batch, as the
// comparison for schedulers that see the whole matrix at once.
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// Each throws ConfigError if even the lower bound on slots is more than is sensible to walk one by
// one: 2^24, or 2^28 / ports if that is less. Exact bytes always are too many. The error says to
// give --bits or --slot.
Schedule wwfa(const demand::QuantaMatrix& demand, const SchedulerOptions& options);
Schedule islip(const demand::QuantaMatrix& demand, const SchedulerOptions& options);
Schedule qps(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

}  // namespace jacquard::schedule
