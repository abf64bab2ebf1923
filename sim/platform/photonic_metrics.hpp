// SPDX-License-Identifier: Apache-2.0
// The row of a run of a photonic module.
#pragma once

#include <optional>
#include <string>

#include "jacquard/report/metric_table.hpp"
#include "sim/platform/memory_metrics.hpp"
#include "systemc/photonic/module_run.hpp"

namespace jacquard::platform {

struct PhotonicRow {
  std::string variant;
  std::string point;
  systemc::ModuleConfig module;
  systemc::ModuleTraffic traffic;
  systemc::ModuleFigures figures;  // without latencies
  // The port as a memory: payload over its peak, with the times of the HBM's buses, and the energy
  // of HBM, DDR and port.
  MemorySummary port;
  // Of a search for the hit rate that keeps the port full.
  std::optional<double> needed_hit_rate;
  std::optional<double> closed_form_hit_rate;
  std::optional<base::BytesPerSecond> ddr_saturated;
};

PhotonicRow photonic_row(std::string variant, std::string point, systemc::ModuleConfig module,
                         systemc::ModuleTraffic traffic, systemc::ModuleFigures figures);

const report::MetricTable<PhotonicRow>& photonic_metrics();

}  // namespace jacquard::platform
