// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/genstack/on_demand.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::genstack {
namespace {

constexpr std::uint32_t kPowerUpSeed = 1;
constexpr int kDiagonalsPerClock = 4;

}  // namespace

systemc::Decide decide_by(const ReplayConfig& config) {
  if (config.scheduler == OnDemandScheduler::software) {
    const schedule::Scheduler& of = schedule::find_scheduler(config.name, "name");
    return [run = of.run, latency = config.latency](const demand::QuantaMatrix& demand) {
      return systemc::all_at_once(demand, run(demand, {}), latency);
    };
  }
  auto cores = std::make_shared<std::map<int, std::unique_ptr<schedule::Core>>>();
  return [config, cores](const demand::QuantaMatrix& demand) {
    std::unique_ptr<schedule::Core>& core = (*cores)[demand.ports()];
    if (core == nullptr) {
      const schedule::CoreShape shape{config.core, demand.ports(), config.bits,
                                      std::min(kDiagonalsPerClock, demand.ports())};
      core = config.scheduler == OnDemandScheduler::rtl
                 ? std::unique_ptr<schedule::Core>(rtl::make_rtl_core(shape, kPowerUpSeed))
                 : schedule::make_golden_core(shape);
    }
    core->reset();
    schedule::CoreInputs options;
    options.top_offset = 1;
    return systemc::at_clocks(schedule::run_core(*core, demand, options), config.clock);
  };
}

systemc::OnDemand on_demand(const ReplayConfig& config, std::uint64_t seed) {
  systemc::OnDemand how;
  how.routing = config.routing;
  how.seed = seed;
  how.decide = decide_by(config);
  how.forward = config.forward;
  how.bits = config.bits;
  if (config.scheduler == OnDemandScheduler::software) how.bits.reset();
  return how;
}

}  // namespace jacquard::genstack
