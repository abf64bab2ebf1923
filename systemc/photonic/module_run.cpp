// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/module_run.hpp"

#include <functional>
#include <utility>

#include "jacquard/base/bandwidth.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/photonic/module.hpp"

namespace jacquard::systemc {
namespace {

// Accesses that leave the tags as a long run would: four times what the cache holds.
constexpr std::int64_t kTurnsOfWarming = 4;

// Keeps `in_flight` accesses in flight, and notes the latencies of those that end.
class Xpu {
 public:
  Xpu(Module& module, ModuleAccesses& accesses, std::int64_t in_flight,
      std::vector<base::Picoseconds>& latencies)
      : module_(module), accesses_(accesses), latencies_(latencies) {
    for (std::int64_t i = 0; i < in_flight; ++i) ask();
  }

 private:
  void ask() {
    const memory::Access access = accesses_.next();
    module_.ask(access, [this, begun = now()] {
      latencies_.push_back(now() - begun);
      ask();
    });
  }

  Module& module_;
  ModuleAccesses& accesses_;
  std::vector<base::Picoseconds>& latencies_;
};

void warm(CachedMemory& memory, const ModuleConfig& module, const ModuleTraffic& traffic,
          ModuleAccesses& accesses) {
  const auto line = static_cast<std::uint64_t>(module.cache.line.count());
  for (std::uint64_t at = 0; at < static_cast<std::uint64_t>(accesses.resident().count());
       at += line) {
    memory.warm(at);
  }
  if (traffic.hit_share) return;
  const std::int64_t count =
      kTurnsOfWarming * module.cache.capacity.count() / traffic.access.count();
  for (std::int64_t i = 0; i < count; ++i) {
    const memory::Access access = accesses.next();
    const bool places = access.direction == memory::Direction::read || module.cache.write_allocate;
    if (!places) continue;
    const std::uint64_t end = access.address + static_cast<std::uint64_t>(access.bytes.count());
    for (std::uint64_t at = access.address / line * line; at < end; at += line) memory.warm(at);
  }
}

}  // namespace

base::BytesPerSecond ModuleFigures::achieved() const {
  return base::mean_rate(read + written, measured);
}
base::BytesPerSecond ModuleFigures::from_ddr() const {
  return base::mean_rate(counts.fetched, measured);
}
base::BytesPerSecond ModuleFigures::to_ddr() const {
  return base::mean_rate(counts.written, measured);
}

ModuleFigures run_module(const ModuleConfig& config, const ModuleTraffic& traffic,
                         std::uint64_t seed) {
  require_consistent(config, config::Place{"module", ""});
  require_consistent(traffic, config, config::Place{"traffic", ""});
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Module module("module", config, seed);
  ModuleAccesses accesses(traffic, config, seed);
  warm(module.memory(), config, traffic, accesses);

  ModuleFigures figures;
  for (Lanes* lanes : {&module.from_xpu(), &module.to_xpu()}) {
    lanes->measure(traffic.warm_up, traffic.warm_up + traffic.duration);
  }
  const Xpu xpu(module, accesses, traffic.in_flight(), figures.latencies);
  sc_core::sc_start(kernel_time(traffic.warm_up));
  figures.latencies.clear();
  const CacheCounts before = module.memory().counts();
  sc_core::sc_start(kernel_time(traffic.duration));
  figures.measured = traffic.duration;
  figures.read = module.to_xpu().measured();
  figures.written = module.from_xpu().measured();
  figures.counts = module.memory().counts() - before;
  figures.hbm = module.memory().hbm();
  figures.ddr = module.memory().ddr();
  figures.port_energy = module.port_energy();
  return figures;
}

}  // namespace jacquard::systemc
