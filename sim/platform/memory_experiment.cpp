// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/memory_experiment.hpp"

#include "jacquard/config/composed.hpp"
#include "jacquard/memory/address_map.hpp"

namespace jacquard::platform {
namespace {

std::vector<config::Field<MemoryExperiment>> fields() {
  using C = MemoryExperiment;
  auto all = experiment_fields_of<C>("memory");
  all.push_back(config::composed<C>(
      "memory", [](auto& c) -> auto& { return c.memory; }, memory::memory_fields(),
      memory::kMemories));
  all.push_back(config::nested<C>(
      "traffic", [](auto& c) -> auto& { return c.traffic; }, systemc::memory_traffic_fields()));
  all.push_back(config::field<C>(
      "requests", [](auto& c) -> auto& { return c.requests; }, config::text("a file"),
      "A trace of requests in place of the traffic's pattern, as --requests reads it."));
  all.push_back(config::field<C>(
      "commands", [](auto& c) -> auto& { return c.commands; }, config::boolean(),
      "With --out: every command of every channel as commands.csv. Fidelity at alone has any."));
  return all;
}

}  // namespace

const config::FieldTable<MemoryExperiment>& memory_experiment_fields() {
  static const config::FieldTable<MemoryExperiment> table(
      "memory_experiment", "Accesses to a memory, simulated by the cycle engine.", fields());
  return table;
}

void require_consistent(const MemoryExperiment& e, const config::Place& place) {
  memory::require_consistent(e.memory, place / "memory");
  const memory::AddressMap map(e.memory.organisation, e.memory.controller.mapping,
                               place / "memory" / "controller" / "mapping");
  if (e.requests.empty()) require_fits(e.traffic, map.capacity(), place / "traffic");
  if (e.commands && e.memory.fidelity != memory::Fidelity::at) {
    (place / "commands").fail("false, or memory.fidelity=at, which has commands", "true");
  }
}

}  // namespace jacquard::platform
