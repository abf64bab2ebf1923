// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/figures.hpp"

#include <algorithm>

#include "jacquard/base/bandwidth.hpp"

namespace jacquard::memory {

base::BytesPerSecond Figures::achieved() const { return base::mean_rate(read + written, elapsed); }

Figures together(const Figures& a, const Figures& b) {
  Figures sum = a;
  sum.channels += b.channels;
  sum.peak += b.peak;
  sum.elapsed = std::max(a.elapsed, b.elapsed);
  sum.read += b.read;
  sum.written += b.written;
  sum.bursts += b.bursts;
  sum.bus.data += b.bus.data;
  sum.bus.refresh += b.bus.refresh;
  sum.bus.turnaround += b.bus.turnaround;
  sum.bus.activate += b.bus.activate;
  sum.bus.idle += b.bus.idle;
  sum.energy.activate += b.energy.activate;
  sum.energy.read += b.energy.read;
  sum.energy.write += b.energy.write;
  sum.energy.refresh += b.energy.refresh;
  sum.energy.io += b.energy.io;
  sum.energy.background += b.energy.background;
  sum.commands.activates += b.commands.activates;
  sum.commands.reads += b.commands.reads;
  sum.commands.writes += b.commands.writes;
  sum.commands.precharges += b.commands.precharges;
  sum.commands.refreshes += b.commands.refreshes;
  sum.latencies.insert(sum.latencies.end(), b.latencies.begin(), b.latencies.end());
  return sum;
}

}  // namespace jacquard::memory
