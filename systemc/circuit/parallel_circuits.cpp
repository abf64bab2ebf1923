// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/parallel_circuits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/digest.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/fabric/parts.hpp"
#include "systemc/fabric/records.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;

void add_circuits(const RunFigures& part, const RunFigures& all, CircuitFigures& own,
                  base::Digest& hash) {
  const auto circuits = own_figures<CircuitFigures>(part);
  if (part.completion >= all.completion) {
    own.guard = circuits.guard;
    own.hold = circuits.hold;
  }
  own.decision = std::max(own.decision, circuits.decision);
  own.without_faults = std::max(own.without_faults, circuits.without_faults);
  own.permutations += circuits.permutations;
  own.decisions += circuits.decisions;
  own.struck = own.struck || circuits.struck;
  own.scheduler_events += circuits.scheduler_events;
  hash.add_signed(static_cast<std::int64_t>(circuits.schedule_hash));
}

}  // namespace

RunFigures ParallelCircuits::run(const Offer& offer, std::uint64_t seed, report::FabricRun* trace) {
  if (offer.foresight != nullptr || offer.before != nullptr) {
    throw base::ConfigError(
        {"circuit", "/switches",
         "1 where exchanges are decided before they are known, or keep settings",
         std::to_string(switches_), ""});
  }
  const CircuitScenario& scenario = one_.scenario();
  RunFigures all = figures_of(offer, scenario.parameters.framing.rate, switches_);
  all.flow_times.assign(offer.flows.size(), Picoseconds{0});
  CircuitFigures own;
  base::Digest hash;
  int number = 0;
  for (const SwitchPart& part :
       divide(offer.demand, scenario.parameters.framing, scenario.counting, switches_, division_)) {
    const std::string name = fmt::format("switch {}", number++);
    if (part.carried.total() == base::Bytes{0}) continue;
    const PartOfFlows flows = part_of(offer.flows, part.data);
    report::FabricRun records;
    const Offer of_switch{
        part.data, {flows.flows.data(), flows.flows.size()}, offer.all_start_at_once, offer.index};
    const RunFigures figures =
        one_.run_part(of_switch, &part.carried, seed, trace == nullptr ? nullptr : &records);
    add_circuits(figures, all, own, hash);
    add_part(figures, flows, all);
    if (trace != nullptr) add_records(std::move(records), name, *trace);
  }
  own.schedule_hash = hash.value().first;
  all.own = std::move(own);
  if (trace != nullptr) {
    trace->completion = all.completion;
    record_flows(offer, all.flow_times, *trace);
  }
  return all;
}

}  // namespace jacquard::systemc
