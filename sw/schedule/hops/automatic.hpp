// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// Of the shifts of every shape, holds_first, ladder, and where a guard takes less than a slot,
// exact: the schedule that is done first, of equal ones a direct one. None of these where shifts
// are done before the bound of direct schedules. holds_first and the shifts of likely shapes are
// then tried with detours, where settings are few enough; they must take a hundredth less.
Schedule automatic(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// Of the shifts of --shape the schedule that is done first, with detours or without; of --shape
// auto as automatic(), without ladder and exact.
Schedule spread(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

}  // namespace jacquard::schedule
