// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/run_case.hpp"

#include <chrono>

namespace jacquard::experiment {

CaseRunner::CaseRunner(const Case& c, std::uint64_t seed, const std::string& waveform)
    : name_(c.fabric), fabric_(c.kind->make(c.config, seed, waveform)) {}

RunFigures CaseRunner::run(const TrafficItem& item, std::uint64_t seed, report::FabricRun* run) {
  if (run != nullptr) {
    run->fabric = name_;
    run->traffic = item.name;
  }
  const auto start = std::chrono::steady_clock::now();
  const systemc::Offer offer{item.demand, item.flows, item.all_start_at_once, item.index};
  RunFigures figures = fabric_->run(offer, seed, run);
  figures.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return figures;
}

}  // namespace jacquard::experiment
