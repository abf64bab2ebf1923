// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/genstack/on_demand.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "jacquard/rtl/rtl_core.hpp"

namespace jacquard::genstack {
namespace {

constexpr std::uint32_t kPowerUpSeed = 1;
constexpr int kDiagonalsPerClock = 4;

}  // namespace

systemc::Decide decide_by(const ReplayConfig& config) {
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

}  // namespace jacquard::genstack
