// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/event_engine.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/event/expected_work.hpp"
#include "jacquard/engine/event/heap_queue.hpp"
#include "jacquard/engine/event/radix_queue.hpp"
#include "jacquard/engine/event/simulation.hpp"
#include "jacquard/engine/event/stuck.hpp"
#include "jacquard/engine/event/symmetry.hpp"
#include "jacquard/engine/event/totals.hpp"
#include "jacquard/engine/job/run.hpp"

namespace jacquard::engine {
namespace {

std::optional<base::InputFault> fault_of(const Scenario& scenario) {
  if (scenario.mode != Mode::faithful) {
    return base::InputFault{"--engine event", "", "--mode faithful", name_of(scenario.mode), ""};
  }
  if (auto fault = refuse_guard(scenario, "event")) return fault;
  if (scenario.work.job != nullptr) return job::refusal(scenario, "event");
  for (std::size_t i = 0; i < scenario.disturbance.npus.size(); ++i) {
    const Disturbance::Npu& npu = scenario.disturbance.npus[i];
    if (npu.npu < 0 || npu.npu >= scenario.network.npus()) {
      return base::InputFault{scenario.disturbance.source, fmt::format("/npus/{}/npu", i),
                              fmt::format("an NPU in 0..{}", scenario.network.npus() - 1),
                              std::to_string(npu.npu), ""};
    }
  }
  return {};
}

Result result_of(const Scenario& scenario, const Wiring& wiring, const Plan& plan,
                 const std::vector<std::int64_t>& ends, const std::vector<LinkLoad>& carried) {
  Result result;
  result.messages = plan.messages;
  result.simulated_npus = plan.npus;
  result.npu_ends.reserve(static_cast<std::size_t>(scenario.network.npus()));
  for (int npu = 0; npu < scenario.network.npus(); ++npu) {
    result.npu_ends.emplace_back(base::at(ends, plan.simulated(npu)));
    if (result.time < result.npu_ends.back()) result.time = result.npu_ends.back();
  }
  add_link_totals(scenario, wiring, plan, carried, result);
  return result;
}

// False where links could not be taken at once.
template <Taking taking, bool disturbed, template <class> class Queue>
bool simulate(const Scenario& scenario, const Wiring& wiring, Plan plan, Driver* driver,
              Result& result) {
  Simulation<taking, disturbed, Queue> simulation(scenario, wiring, std::move(plan), driver);
  if (!simulation.run()) return false;
  if (simulation.units_left() > 0) throw_stuck(simulation.plan());
  result =
      result_of(scenario, wiring, simulation.plan(), simulation.npu_ends(), simulation.carried());
  result.collectives = simulation.collectives();
  result.events = simulation.events();
  return true;
}

template <bool disturbed, template <class> class Queue>
Result simulate(const Scenario& scenario, const Wiring& wiring, EventEngine::Links links,
                Driver* driver, const Classes& classes) {
  const bool standing =
      scenario.symmetry == Symmetry::automatic && asymmetry(scenario, classes).empty();
  const Classes* const simulated = standing ? &classes : nullptr;
  Result result;
  const bool driven = driver != nullptr;
  if (links == EventEngine::Links::automatic) {
    Plan plan(scenario, wiring, simulated, driven);
    if (plan.simple && simulate<Taking::at_once, disturbed, Queue>(
                           scenario, wiring, std::move(plan), driver, result)) {
      return result;
    }
  }
  simulate<Taking::in_turn, disturbed, Queue>(
      scenario, wiring, Plan(scenario, wiring, simulated, driven), driver, result);
  return result;
}

}  // namespace

std::optional<base::InputFault> EventEngine::refusal(const Scenario& scenario) const {
  return fault_of(scenario);
}

std::optional<ExpectedWork> EventEngine::expected(const Scenario& scenario) const {
  if (scenario.work.job != nullptr) return {};  // it asks itself, once it knows who is simulated
  return expected_work(scenario);
}

Result EventEngine::answer(const Scenario& scenario) const {
  return scenario.work.job != nullptr ? job::run(scenario) : simulate_all(scenario, nullptr, {});
}

Result EventEngine::run(const Scenario& scenario, Driver& driver, const Classes& classes) const {
  if (const auto fault = fault_of(scenario)) throw base::ConfigError(*fault);
  return simulate_all(scenario, &driver, classes);
}

Result EventEngine::simulate_all(const Scenario& scenario, Driver* driver,
                                 const Classes& classes) const {
  const std::unique_ptr<const Wiring> wiring = wire(scenario.network, scenario.disturbance);
  const bool disturbed = !scenario.disturbance.empty() || !wiring->alike();
  if (queue_ == Queue::heap) {
    return disturbed ? simulate<true, HeapQueue>(scenario, *wiring, links_, driver, classes)
                     : simulate<false, HeapQueue>(scenario, *wiring, links_, driver, classes);
  }
  return disturbed ? simulate<true, RadixQueue>(scenario, *wiring, links_, driver, classes)
                   : simulate<false, RadixQueue>(scenario, *wiring, links_, driver, classes);
}

}  // namespace jacquard::engine
