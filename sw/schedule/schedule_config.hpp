// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/config/field_table.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/demand/read_demand.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// A scheduling job: how a demand is read, what a slot is, and the knobs of the schedulers. The seed
// is not here: it is the program's own option.
struct ScheduleConfig {
  demand::ReadOptions reading;
  demand::Quantisation quantisation;
  SchedulerOptions options;
  int switches = 1;  // parallel crossbars between the same ports: parallel/share.hpp
};

// Its fields, flat: configs/schedulers/*.json, `--set`, and the options of `jacquard schedule`.
const config::FieldTable<ScheduleConfig>& schedule_fields();

}  // namespace jacquard::schedule
