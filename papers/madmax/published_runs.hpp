// SPDX-License-Identifier: Apache-2.0
// The FSDP baseline against published runs of ZeRO-3 (Narayanan et al., SC'21, Table 2).
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"

namespace jacquard::studies::madmax {

struct PublishedRun {
  int devices = 0;
  double measured_tflops = 0;  // of a device, counted with the recomputation
  double measured_s = 0;       // a step, from it
  double paper_s = 0;
  double physical_s = 0;  // 0: cannot run
  std::string refused;    // why

  double paper_error() const { return paper_s / measured_s - 1; }
  double physical_error() const { return physical_s / measured_s - 1; }
};

// GPT of 174.6 G parameters, batch 1,536, full recomputation, on 384 to 1,536 A100-80.
std::vector<PublishedRun> zero3_runs();
const report::MetricTable<PublishedRun>& published_run_metrics();

}  // namespace jacquard::studies::madmax
