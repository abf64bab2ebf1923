// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/energy/dram_energy.hpp"

#include <map>

#include "jacquard/config/find_config.hpp"

namespace jacquard::serve::energy {
namespace {

// A sweep asks for the same one for each of thousands of batches.
const memory::MemoryConfig& memory_named(const std::string& name) {
  thread_local std::map<std::string, memory::MemoryConfig> read_before;
  const auto known = read_before.find(name);
  if (known != read_before.end()) return known->second;
  return read_before
      .emplace(name, config::read_config(
                         memory::memory_fields(),
                         config::find_config(memory::kMemories, name, {"device", "/dram"})))
      .first->second;
}

}  // namespace

base::Joules stream_energy(const memory::MemoryConfig& memory, base::BytesPerSecond bandwidth,
                           base::Seconds time, double bytes) {
  const memory::EventEnergy& each = memory.energy;
  const double bursts = bytes / static_cast<double>(memory.organisation.burst().count());
  const double pages = bytes / static_cast<double>(memory.organisation.page.count());
  const double channels = bandwidth.count() / memory.organisation.channel_peak().count();
  const double refreshes = time.count() / base::to_seconds(memory.timing.tREFI).count();
  return each.activate * pages + each.read * bursts + each.io_per_bit * (8 * bytes) +
         each.refresh * (refreshes * channels) +
         base::Joules{each.background.count() * channels * time.count()};
}

std::optional<base::Joules> dram_energy(const cost::Device& device, int npus, base::Seconds time,
                                        double bytes) {
  if (device.dram.empty()) return std::nullopt;
  return stream_energy(memory_named(device.dram), device.memory_bandwidth * npus, time, bytes);
}

}  // namespace jacquard::serve::energy
