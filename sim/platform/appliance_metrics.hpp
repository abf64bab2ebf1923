// SPDX-License-Identifier: Apache-2.0
// The row of a collective on a photonic appliance.
#pragma once

#include <string>

#include "jacquard/report/metric_table.hpp"
#include "sim/platform/appliance_family.hpp"
#include "sim/platform/memory_metrics.hpp"
#include "systemc/photonic/scale_out.hpp"

namespace jacquard::platform {

struct ApplianceRow {
  std::string variant;
  std::string point;
  ApplianceExperiment config;
  systemc::ApplianceFigures figures;  // of one appliance, without latencies
  base::Picoseconds between{0};       // of the time, in the second tier
  systemc::CollectiveForm form;
  // All ports as a memory: payload over their peak, with the times of the HBM's buses, and the
  // energy of memories, ports and switch.
  MemorySummary ports;
};

ApplianceRow appliance_row(std::string variant, std::string point, ApplianceExperiment config,
                           systemc::ScaleOutFigures figures);

const report::MetricTable<ApplianceRow>& appliance_metrics();

}  // namespace jacquard::platform
