// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// Of the shifts of every shape, holds_first, ladder, and where a guard takes less than a slot,
// exact: the schedule that is done first, of equal ones a direct one. None of these where shifts
// are done before the bound of direct schedules.
Schedule automatic(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

}  // namespace jacquard::schedule
