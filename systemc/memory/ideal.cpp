// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/ideal.hpp"

#include <algorithm>

#include "systemc/memory/bursts.hpp"

namespace jacquard::systemc {

using base::Bytes;
using base::Picoseconds;

Ideal::Ideal(const memory::MemoryConfig& config)
    : config_(config),
      rate_(config.organisation.pin_rate.count() * config.organisation.width *
            config.organisation.channels) {}

Picoseconds Ideal::book(const memory::Access& access, Picoseconds at) {
  const bool reads = access.direction == memory::Direction::read;
  const Bytes burst = config_.organisation.burst();
  const std::int64_t bursts = bursts_of(access, burst).count();
  if (at >= free_) {
    busy_from_ = at;
    busy_bytes_ = Bytes{0};
  }
  busy_bytes_ += burst * bursts;
  free_ = base::plus(busy_from_, base::transfer_time(busy_bytes_, rate_));
  (reads ? read_ : written_) += access.bytes;
  (reads ? commands_.reads : commands_.writes) += bursts;
  const memory::Timing& t = config_.timing;
  return base::plus(free_, reads ? t.tRCDRD + t.tCL : t.tRCDWR + t.tCWL);
}

memory::Figures Ideal::figures(Picoseconds now) const {
  memory::Figures f;
  const memory::Organisation& organisation = config_.organisation;
  f.channels = organisation.channels;
  f.peak = organisation.peak();
  f.elapsed = now;
  f.read = read_;
  f.written = written_;
  f.bursts = organisation.burst() * (commands_.reads + commands_.writes);
  f.commands = commands_;
  const Picoseconds whole = base::times(now, f.channels);
  f.bus.data = std::min(
      whole, base::transfer_time(f.bursts, base::BitsPerSecond{organisation.pin_rate.count() *
                                                               organisation.width}));
  f.bus.idle = whole - f.bus.data;
  f.energy = memory::energy_of(config_, commands_, f.bursts, now, f.channels);
  return f;
}

}  // namespace jacquard::systemc
