// SPDX-License-Identifier: Apache-2.0
// The row of a collective on a photonic appliance.
#pragma once

#include <string>

#include "jacquard/report/metric_table.hpp"
#include "sim/platform/appliance_family.hpp"
#include "sim/platform/memory_metrics.hpp"
#include "systemc/photonic/appliance_forms.hpp"
#include "systemc/photonic/appliance_run.hpp"

namespace jacquard::platform {

struct ApplianceRow {
  std::string variant;
  std::string point;
  ApplianceExperiment config;
  systemc::ApplianceFigures figures;  // without latencies
  systemc::CollectiveForm form;
  // All ports as a memory: payload over their peak, with the times of the HBM's buses, and the
  // energy of memories, ports and switch.
  MemorySummary ports;
};

ApplianceRow appliance_row(std::string variant, std::string point, ApplianceExperiment config,
                           systemc::ApplianceFigures figures);

const report::MetricTable<ApplianceRow>& appliance_metrics();

}  // namespace jacquard::platform
