// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/appliance_run.hpp"

#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/photonic/appliance.hpp"
#include "systemc/photonic/ring_run.hpp"
#include "systemc/photonic/shared_run.hpp"

namespace jacquard::systemc {
namespace {

void add(CacheCounts& sum, const CacheCounts& more) {
  sum.reads += more.reads;
  sum.read_hits += more.read_hits;
  sum.writes += more.writes;
  sum.write_hits += more.write_hits;
  sum.merged += more.merged;
  sum.missed += more.missed;
  sum.fetched += more.fetched;
  sum.written += more.written;
}

void add_parts(const Appliance& appliance, ApplianceFigures& figures) {
  for (int i = 0; i < appliance.xpus(); ++i) {
    const Module& module = appliance.module(i);
    add(figures.counts, module.memory().counts());
    const memory::Figures hbm = module.memory().hbm(), ddr = module.memory().ddr();
    figures.hbm = i == 0 ? hbm : memory::together(figures.hbm, hbm);
    figures.ddr = i == 0 ? ddr : memory::together(figures.ddr, ddr);
    figures.port_energy += module.port_energy();
  }
  figures.switch_energy = appliance.fabric().energy();
  figures.cells = appliance.fabric().cells();
}

}  // namespace

ApplianceFigures run_collective(const ApplianceConfig& config,
                                const ApplianceCollective& collective, std::uint64_t seed,
                                std::unique_ptr<schedule::Arbiter> arbiter) {
  require_consistent(config, config::Place{"appliance", ""});
  require_consistent(collective, config, config::Place{"experiment", ""});
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Appliance appliance("appliance", config, seed, std::move(arbiter));
  ApplianceFigures figures;
  if (collective.algorithm == ApplianceAlgorithm::ring) {
    RingRun run(appliance, collective, figures);
    sc_core::sc_start();
    JQ_CHECK(run.done(), "a ring ends");
  } else {
    if (collective.warm) {
      appliance.warm(0, base::Bytes{SharedBuffers(collective, config).end()});
    }
    SharedRun run(appliance, collective, shared_phases(collective, config), figures);
    sc_core::sc_start();
    JQ_CHECK(run.done(), "the phases end");
  }
  add_parts(appliance, figures);
  return figures;
}

}  // namespace jacquard::systemc
