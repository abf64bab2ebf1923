// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/window.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "jacquard/base/error.hpp"

namespace jacquard::schedule {

double window_slots(const Residue& left, double delta, const SchedulerOptions& options) {
  return options.window == 0 ? left.bound_in_slots(delta) : static_cast<double>(options.window);
}

void check_window(const Residue& demand, double delta, const SchedulerOptions& options) {
  if (options.window == 0) return;
  const double least =
      std::ceil(delta) + 1 + static_cast<double>(demand.largest_line_sum()) / double{1 << 16};
  if (static_cast<double>(options.window) >= least) return;
  throw base::ConfigError({"--window", "",
                           "at least " +
                               std::to_string(static_cast<std::int64_t>(std::ceil(least))) +
                               " slots for this demand and guard",
                           std::to_string(options.window), ""});
}

}  // namespace jacquard::schedule
