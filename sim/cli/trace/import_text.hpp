// SPDX-License-Identifier: Apache-2.0
// `jacquard trace import` of a workload in text (interop/simai).
#pragma once

#include <functional>
#include <string>

#include "jacquard/interop/simai/workload.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::cli {

struct TextRow {
  std::string folder;
  const interop::TextWorkload& workload;
  std::int64_t nodes = 0, collectives = 0, compute_ns = 0;  // of a rank
};
const report::MetricTable<TextRow>& text_metrics();

// Of the workload's first rank. Throws ConfigError for too many nodes of all ranks.
TextRow text_row(const interop::TextWorkload& workload, const std::string& folder);

}  // namespace jacquard::cli
