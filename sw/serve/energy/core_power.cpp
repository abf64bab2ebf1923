// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/energy/core_power.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/data_path.hpp"
#include "jacquard/demand/csv.hpp"

namespace jacquard::serve::energy {
namespace {

constexpr const char* kShipped = "configs/measured/core_power.csv";
constexpr const char* kDemand = "moe";

// y through both points, as a power of x.
double power_law(double x, double x0, double y0, double x1, double y1) {
  return y1 * std::pow(x / x1, std::log(y1 / y0) / std::log(x1 / x0));
}

}  // namespace

std::vector<MeasuredCore> read_measured_cores(const std::string& path) {
  std::vector<MeasuredCore> all;
  demand::read_csv(
      path, {"core", "ports", "demand", "clock_ns", "power_mw", "energy_per_decision_nj"},
      [&](const demand::CsvRow& row) {
        MeasuredCore one;
        one.core = row.text("core");
        one.ports = static_cast<int>(row.number("ports"));
        one.demand = row.text("demand");
        one.clock = base::Joules{row.number("power_mw") * row.number("clock_ns") * 1e-12};
        one.decision = base::Joules{row.number("energy_per_decision_nj") * 1e-9};
        all.push_back(std::move(one));
      });
  return all;
}

const std::vector<MeasuredCore>& shipped_cores() {
  static const std::vector<MeasuredCore> cores = read_measured_cores(base::data_path(kShipped));
  return cores;
}

std::optional<CorePower> core_power(const std::string& core, int ports,
                                    const std::vector<MeasuredCore>& measured) {
  std::vector<MeasuredCore> sizes;
  for (const MeasuredCore& one : measured) {
    if (one.core == core && one.demand == kDemand) sizes.push_back(one);
  }
  const auto same = std::find_if(sizes.begin(), sizes.end(),
                                 [&](const MeasuredCore& one) { return one.ports == ports; });
  if (same != sizes.end()) return CorePower{same->clock, same->decision, false};
  if (sizes.size() < 2) return std::nullopt;
  std::sort(sizes.begin(), sizes.end(),
            [](const auto& a, const auto& b) { return a.ports < b.ports; });
  std::size_t at = 1;
  while (at + 1 < sizes.size() && sizes[at].ports < ports) ++at;
  const MeasuredCore& a = sizes[at - 1];
  const MeasuredCore& b = sizes[at];
  return CorePower{
      base::Joules{power_law(ports, a.ports, a.clock.count(), b.ports, b.clock.count())},
      base::Joules{power_law(ports, a.ports, a.decision.count(), b.ports, b.decision.count())},
      true};
}

}  // namespace jacquard::serve::energy
