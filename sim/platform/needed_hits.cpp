// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/needed_hits.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/memory/cache/port_forms.hpp"

namespace jacquard::platform {
namespace {

// Around the closed form, before the whole range is searched.
constexpr double kNear = 0.03;

// Whether the port was full, and nothing that filled it was used up: what misses asked for came
// from DDR, and as much was asked of the cache as the port carried.
bool for_long(const systemc::ModuleFigures& figures, const systemc::ModuleTraffic& traffic,
              base::BytesPerSecond full, double amplification) {
  const systemc::CacheCounts& counts = figures.counts;
  const double carried = full.count() * base::to_seconds(figures.measured).count();
  const double asked =
      static_cast<double>(traffic.access.count()) * static_cast<double>(counts.reads);
  return static_cast<double>(figures.read.count()) >= kFull * carried && asked >= kKept * carried &&
         static_cast<double>(counts.fetched.count()) >=
             kKept * amplification * static_cast<double>(counts.missed.count());
}

}  // namespace

NeededHits needed_hits(const systemc::ModuleConfig& module, systemc::ModuleTraffic traffic,
                       std::uint64_t seed) {
  const base::BytesPerSecond full =
      systemc::payload_peak(traffic.access, module.port.response_header, module.port);
  NeededHits found;
  const auto run = [&](double rate) {
    traffic.hit_share = rate;
    return systemc::run_module(module, traffic, seed);
  };
  const auto fills = [&](double rate) {
    systemc::ModuleFigures figures = run(rate);
    if (!for_long(figures, traffic, full, found.amplification)) return false;
    found.rate = rate;
    found.figures = std::move(figures);
    return true;
  };

  systemc::ModuleFigures misses = run(0);
  found.ddr = misses.from_ddr();
  found.amplification = std::max(1.0, misses.counts.read_amplification());
  found.closed_form = memory::needed_hit_rate(full, found.ddr, found.amplification);

  double low = std::max(0.0, found.closed_form - kNear);
  double high = std::min(1.0, found.closed_form + kNear);
  if (!fills(high)) {
    low = high;
    high = 1;
    if (!fills(high)) {
      found.figures = run(high);
      return found;
    }
  } else if (fills(low)) {
    high = low;
    low = 0;
    if (fills(low)) return found;
  }
  while (high - low > kHitResolution) {
    const double middle = (low + high) / 2;
    (fills(middle) ? high : low) = middle;
  }
  return found;
}

}  // namespace jacquard::platform
