// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/config/field_table.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// The schedulers' knobs. The seed is not among them: it is the program's own option.
const config::FieldTable<SchedulerOptions>& option_fields();

}  // namespace jacquard::schedule
