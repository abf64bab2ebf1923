// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/metric_table.hpp"
#include "sim/platform/memory_metrics.hpp"

namespace jacquard::platform {

struct MemoryRow {
  std::string variant;
  std::string point;
  std::string fidelity;
  std::int64_t accesses = 0;
  base::BytesPerSecond bound{0};
  MemorySummary memory;
};

const report::MetricTable<MemoryRow>& memory_row_metrics();

}  // namespace jacquard::platform
