// SPDX-License-Identifier: Apache-2.0
// What a device sends in the exchange of embeddings, by the paper's rule and as pooled vectors.
#pragma once

#include <vector>

#include "jacquard/report/metric_table.hpp"

namespace jacquard::studies::madmax {

struct ExchangeVolume {
  int devices = 0;
  double paper_bytes = 0;           // one direction of one step: 2 x looked-up bytes / devices
  double pooled_bytes = 0;          // (n-1)/n of the pooled vectors of its samples
  base::Picoseconds paper_time{0};  // of all all-to-alls of a step
  base::Picoseconds pooled_time{0};
};

// DLRM-A with its batch, on ZionEX of 1 to 64 nodes; times under `volumes` alone.
std::vector<ExchangeVolume> exchange_volumes();
const report::MetricTable<ExchangeVolume>& volume_metrics();

}  // namespace jacquard::studies::madmax
