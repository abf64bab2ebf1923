// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/verify/table_row.hpp"

#include <vector>

namespace jacquard::cli {

report::Row table_row(const report::Row& all) {
  static const std::vector<const char*> of_own_arbiters = {
      "top",          "ports",      "latency_cycles",       "pass",
      "cases",        "mismatches", "efficiency_saturated", "longest_wait_cycles",
      "starved_pairs"};
  static const std::vector<const char*> of_others = {"core",
                                                     "top",
                                                     "ports",
                                                     "bits",
                                                     "diagonals_per_clock",
                                                     "pass",
                                                     "cases",
                                                     "mismatches",
                                                     "cycles_mean",
                                                     "cycles_max",
                                                     "efficiency_mean",
                                                     "clocks_per_wall_s"};
  report::Row row;
  for (const char* key : all.contains("starved_pairs") ? of_own_arbiters : of_others) {
    if (all.contains(key)) row[key] = all[key];
  }
  return row;
}

}  // namespace jacquard::cli
