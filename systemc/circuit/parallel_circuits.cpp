// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/parallel_circuits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/digest.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/fabric/records.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;

// Flows of which a switch carries something, and which they are.
struct PartOfFlows {
  std::vector<demand::Flow> flows;
  std::vector<std::size_t> of;
};

PartOfFlows part_of(base::Span<const demand::Flow> flows, const demand::DemandMatrix& data) {
  PartOfFlows part;
  for (std::size_t k = 0; k < flows.size(); ++k) {
    demand::Flow flow = flows[k];
    flow.size = data.at(flow.source, flow.destination);
    if (flow.size == base::Bytes{0}) continue;
    part.flows.push_back(flow);
    part.of.push_back(k);
  }
  return part;
}

void add(const RunFigures& part, const std::vector<std::size_t>& of, RunFigures& all,
         CircuitFigures& own, base::Digest& hash) {
  const auto circuits = own_figures<CircuitFigures>(part);
  if (part.completion >= all.completion) {
    own.guard = circuits.guard;
    own.hold = circuits.hold;
  }
  all.completion = std::max(all.completion, part.completion);
  for (std::size_t k = 0; k < of.size(); ++k) {
    Picoseconds& flow = all.flow_times[of[k]];
    flow = std::max(flow, part.flow_times[k]);
  }
  all.bytes_delivered += part.bytes_delivered;
  all.bytes_resent += part.bytes_resent;
  all.events += part.events;
  own.decision = std::max(own.decision, circuits.decision);
  own.without_faults = std::max(own.without_faults, circuits.without_faults);
  own.permutations += circuits.permutations;
  own.decisions += circuits.decisions;
  own.scheduler_events += circuits.scheduler_events;
  hash.add_signed(static_cast<std::int64_t>(circuits.schedule_hash));
}

// The records of a switch under its name.
void add_records(report::FabricRun part, const std::string& name, report::FabricRun& trace) {
  for (report::LinkRecord& link : part.links) {
    link.name = name + " " + link.name;
    trace.links.push_back(std::move(link));
  }
  for (report::SettingRecord& setting : part.settings) {
    setting.crossbar = setting.crossbar.empty() ? name : name + " " + setting.crossbar;
    trace.settings.push_back(std::move(setting));
  }
  for (report::TransferRecord& transfer : part.transfers) {
    for (report::HopRecord& hop : transfer.path) hop.place = name + " " + hop.place;
    trace.transfers.push_back(std::move(transfer));
  }
  for (report::ActivityRecord& activity : part.activities) {
    activity.track = name + " " + activity.track;
    trace.activities.push_back(std::move(activity));
  }
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
  const base::BitsPerSecond rate = scenario.parameters.framing.rate;
  RunFigures all = figures_of(offer, rate);
  all.bound = Picoseconds{(all.bound.count() + switches_ - 1) / switches_};
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
    add(one_.run_part(of_switch, &part.carried, seed, trace == nullptr ? nullptr : &records),
        flows.of, all, own, hash);
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
