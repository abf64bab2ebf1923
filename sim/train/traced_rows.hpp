// SPDX-License-Identifier: Apache-2.0
// What a job of traces took, as rows and as a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/timeline/timeline.hpp"
#include "systemc/train/traced_job.hpp"

namespace jacquard::train {

struct TracedRow {
  std::string job;
  std::string fabric;
  std::string engine;
  int npus = 0;
  TracedFigures figures;
  std::optional<base::Picoseconds> recorded;
  std::int64_t events = 0;
};

// ideal: closed forms; links: events; else what cycles simulate dimensions as.
std::string fabric_of(const TrainConfig& config);

const report::MetricTable<TracedRow>& traced_metrics();

// The answer of each fabric, by its name.
using OnFabrics = std::vector<std::pair<std::string, TracedAnswer>>;

// A lane for each fabric and rank (of more than about 32 lanes, ranks evenly chosen, the first and
// the last among them): when its NPU computes, and when it only communicates.
report::Timeline traced_picture(const TracedJob& traced, const OnFabrics& fabrics);

}  // namespace jacquard::train
