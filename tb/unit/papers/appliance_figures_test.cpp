// SPDX-License-Identifier: Apache-2.0
// What configs/measured/photonic says, simulated again and shorter.
#include "jacquard/serve/celestisim/appliance_figures.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/data_path.hpp"
#include "systemc/photonic/appliance_run.hpp"
#include "systemc/photonic/module_run.hpp"

namespace jacquard::studies {
namespace {

systemc::ApplianceConfig shipped(const char* name) {
  return config::read_config(systemc::appliance_fields(),
                             base::data_path(std::string("configs/appliances/") + name + ".json"));
}

systemc::ModuleFigures run(const char* appliance, double hits, double reads) {
  systemc::ModuleConfig module = shipped(appliance).module;
  systemc::ModuleTraffic traffic;
  traffic.hit_share = hits;
  traffic.read_share = reads;
  return systemc::run_module(module, traffic, 1);
}

}  // namespace

TEST_CASE("the measured port, HBM, DDR and writes of a module come out again") {
  const auto first = serve::celestisim::shipped_figures("pfa");
  const auto next = serve::celestisim::shipped_figures("pfa_next");
  CHECK(run("pfa", 1, 1).achieved().count() == Approx(first.port.count()).epsilon(0.01));
  CHECK(run("pfa_next", 1, 1).achieved().count() == Approx(next.hbm.count()).epsilon(0.02));
  // With half of the accesses missing, DDR is the limit.
  CHECK(run("pfa", 0.5, 1).from_ddr().count() == Approx(first.ddr.count()).epsilon(0.03));
  CHECK(run("pfa", 1, 0).achieved().count() == Approx(first.writes.count()).epsilon(0.1));
}

TEST_CASE("the figures' modules are those of the shipped appliances") {
  const std::pair<const char*, const char*> names[] = {{"pfa", "pfa"}, {"pfa_next", "pfa_next"}};
  for (const auto& [figures, name] : names) {
    const auto f = serve::celestisim::shipped_figures(figures);
    const auto config = shipped(name);
    CHECK(f.modules == config.modules);
    CHECK(f.memory.count() == config.module.memory.count());
    CHECK(f.port.count() < config.module.port.peak().count());
    // 256 B of 260 B are payload.
    CHECK(f.port.count() / config.module.port.peak().count() == Approx(256.0 / 260).epsilon(1e-3));
  }
}

}  // namespace jacquard::studies
