// SPDX-License-Identifier: Apache-2.0
#include "systemc/rounds/cycle_engine.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/rounds/run_on_planes.hpp"

namespace jacquard::systemc {
std::optional<base::InputFault> refuse_rounds(const engine::Scenario& s) {
  constexpr const char* kName = "cycle";
  if (auto fault = refuse_job(s, kName)) return fault;
  if (s.rules.forwarding == engine::Forwarding::store_and_forward) {
    return base::InputFault{"--engine cycle", "",
                            "--forwarding cut-through, as circuits store nothing",
                            "store-and-forward", ""};
  }
  if (auto fault = refuse_graph(s, kName)) return fault;
  if (auto fault = refuse_disturbance(s, kName)) return fault;
  if (s.mode != engine::Mode::faithful) {
    return base::InputFault{"--engine cycle", "", "--mode faithful",
                            std::string("--mode ") + name_of(s.mode), ""};
  }
  if (npus(s.graph()) > s.network.npus()) {
    return base::InputFault{
        s.origin.source, "",
        fmt::format("NPUs in 0..{}, as the topology has them", s.network.npus() - 1),
        std::to_string(npus(s.graph()) - 1), ""};
  }
  return {};
}

std::optional<base::InputFault> refuse_size(const engine::Scenario& s) {
  if (s.network.npus() > kMostRoundsNpus) {
    return base::InputFault{"--engine cycle", "", fmt::format("at most {} NPUs", kMostRoundsNpus),
                            std::to_string(s.network.npus()), "--engine event has no such limit"};
  }
  return {};
}

std::optional<base::InputFault> CycleEngine::refusal(const engine::Scenario& s) const {
  if (s.machine != nullptr && s.work.job != nullptr) return {};  // it says so itself
  if (auto fault = refuse_rounds(s)) return fault;
  if (auto fault = refuse_protocols(s, name())) return fault;
  return refuse_size(s);
}

engine::Result CycleEngine::answer(const engine::Scenario& scenario) const {
  if (scenario.work.job != nullptr) return scenario.machine->run(scenario);
  std::vector<PlaneConfig> planes(base::index(scenario.network.fabric()->dimensions()));
  for (PlaneConfig& plane : planes) plane.guard = scenario.guard;
  for (const rounds::Round& round : scenario.graph().rounds) {  // packets there, if not circuits
    if (!round.cast || scenario.guard > base::Picoseconds{0}) continue;
    const int dimension = base::at(scenario.graph().channels, round.channel).dimension;
    base::at(planes, dimension).kind = PlaneKind::links;
  }
  return run_on_planes(scenario, std::move(planes), "--engine cycle", shuffle_).result;
}

}  // namespace jacquard::systemc
