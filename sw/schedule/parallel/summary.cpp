// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/parallel/summary.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/parallel/bound.hpp"

namespace jacquard::schedule {
namespace {

std::string fault_of_sum(const demand::QuantaMatrix& quanta,
                         const std::vector<SwitchShare>& shares) {
  for (int i = 0; i < quanta.ports(); ++i) {
    for (int j = 0; j < quanta.ports(); ++j) {
      std::int64_t sum = 0;
      for (const SwitchShare& share : shares) sum += share.demand.at(i, j);
      if (sum == quanta.at(i, j)) continue;
      return fmt::format("switches carry {} of {} quanta from {} to {}", sum, quanta.at(i, j), i,
                         j);
    }
  }
  return "";
}

}  // namespace

Summary summarise(const demand::DemandMatrix& demand, const demand::QuantaMatrix& quanta,
                  const std::vector<SwitchShare>& shares) {
  JQ_CHECK(!shares.empty(), "at least one switch");
  Summary all;
  std::int64_t slots = 0;  // of all switches
  for (std::size_t k = 0; k < shares.size(); ++k) {
    const Summary one = summarise(demand, shares[k].demand, shares[k].schedule, 1);
    if (k == 0 || one.makespan > all.makespan) {
      all.makespan = one.makespan;
      all.slots = one.slots;
      all.guard_time = one.guard_time;
      all.first_permutation_slots = one.first_permutation_slots;
    }
    if (k == 0) {
      all.ports = one.ports;
      all.family = one.family;
      all.quantum = one.quantum;
      all.eta = one.eta;
    }
    slots += one.slots;
    all.permutations += one.permutations;
    all.served_quanta += one.served_quanta;
    all.idle_quanta += one.idle_quanta;
    all.useless_pairs += one.useless_pairs;
    if (all.fault.empty() && !one.valid) all.fault = fmt::format("switch {}: {}", k, one.fault);
  }
  all.switches = static_cast<int>(shares.size());
  all.max_line_quanta = quanta.largest_line_sum();
  if (slots > 0) {
    const auto held = static_cast<double>(slots);
    all.efficiency = static_cast<double>(all.max_line_quanta) / held;
    all.efficiency_bytes = static_cast<double>(demand.largest_line_sum().count()) /
                           (held * static_cast<double>(all.quantum.count()));
  }
  all.stuffed_quanta = all.ports * slots - all.served_quanta - all.idle_quanta;
  all.bound = bound_over_switches(quanta, all.switches);
  all.lower_bound = lower_bound_over_switches(quanta, all.switches);
  if (all.fault.empty()) all.fault = fault_of_sum(quanta, shares);
  all.valid = all.fault.empty();
  return all;
}

}  // namespace jacquard::schedule
