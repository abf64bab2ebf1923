// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "jacquard/demand/slot_clock.hpp"
#include "jacquard/report/result.hpp"
#include "jacquard/schedule/summary.hpp"

namespace jacquard::report {

// One row of `jacquard schedule`. `decision_wall_ns` is the time the scheduler took on this
// machine; absent where nothing was decided (a checked file).
Row schedule_row(const std::string& scheduler, const schedule::Summary& figures,
                 std::optional<std::int64_t> decision_wall_ns);

// The columns of it that fit a terminal.
Row brief_row(const std::string& scheduler, const schedule::Summary& figures,
              std::optional<std::int64_t> decision_wall_ns);

}  // namespace jacquard::report
