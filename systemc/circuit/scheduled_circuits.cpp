// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/scheduled_circuits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/digest.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/fabric/records.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;

std::uint64_t hash_of(const ControllerRecord& r) {
  base::Digest digest;
  for (std::size_t k = 0; k < r.columns.size(); ++k) {
    for (const int column : r.columns[k]) digest.add_signed(column);
    digest.add_signed(r.holds[k]);
    digest.add_signed(r.starts[k].count());
    if (r.switches[k] > 0) digest.add_signed(r.switches[k]);
  }
  return digest.value().first;
}

CircuitFigures own_figures_of(const CircuitOutcome& out, Picoseconds without_faults) {
  const ControllerRecord& r = out.controller;
  return {
      r.decided,       r.guard,    r.hold,     without_faults, r.permutations,       r.decisions,
      r.messages_lost, hash_of(r), r.detected, r.replanned,    out.scheduler_events, out.left,
      out.struck};
}

std::vector<Picoseconds> finish_of(const Offer& offer, const CircuitOutcome& out) {
  std::vector<Picoseconds> finish;
  for (const demand::Flow& flow : offer.flows) {
    finish.push_back(
        base::at(out.flow_finish, flow.source * offer.demand.ports() + flow.destination));
  }
  return finish;
}

void record_npus(const CircuitOutcome& out, report::FabricRun& trace) {
  for (std::size_t i = 0; i < out.npus.size(); ++i) {
    const NpuUse& npu = out.npus[i];
    const std::size_t links = npu.sending.size();
    const auto track = [&](std::size_t link) {
      return links == 1 ? fmt::format("npu {}", i) : fmt::format("switch {} npu {}", link, i);
    };
    const std::size_t first = trace.links.size();
    for (std::size_t k = 0; k < links; ++k) {
      trace.links.push_back(link_record(track(k) + " up", base::Bytes{0}, npu.sending[k],
                                        out.controller.guards[k], Picoseconds{0}, out.completion));
    }
    for (const Sent& sent : npu.sent) {
      const std::size_t k = base::index(sent.link);
      trace.links[first + k].bytes += sent.payload;
      trace.activities.push_back(
          {track(k), fmt::format("sends to {}", sent.destination), sent.from, sent.to});
    }
    if (npu.late > Picoseconds{0}) {
      trace.activities.push_back({fmt::format("npu {}", i), "late", Picoseconds{0}, npu.late});
    }
  }
}

void record_crossbars(const CircuitOutcome& out, report::FabricRun& trace) {
  for (const NamedPort& port : out.ports) {
    trace.links.push_back(link_record(port.name, port.use.bytes, port.use.carried, port.use.guard,
                                      Picoseconds{0}, out.completion));
  }
  for (const NamedSetting& s : out.settings) {
    trace.settings.push_back(
        {s.crossbar, s.setting.guard_from, s.setting.from, s.setting.to, s.setting.columns});
  }
  for (const Transfer& t : out.transfers) {
    report::TransferRecord record{
        t.source, t.destination, base::Bytes{t.bytes.first}, base::Bytes{t.bytes.count}, {}};
    for (int k = 0; k < t.hops; ++k) {
      const auto& stamp = base::at(t.path, k);
      record.path.push_back({base::at(out.places, stamp.place), stamp.head, stamp.tail});
    }
    trace.transfers.push_back(std::move(record));
  }
}

void record_decision(const CircuitParameters& parameters, const CircuitOutcome& out,
                     report::FabricRun& trace) {
  const Picoseconds known = parameters.report_latency;
  trace.activities.push_back({"control", "reports", Picoseconds{0}, known});
  const Picoseconds decided =
      std::max(out.controller.decided - parameters.grant_latency, Picoseconds{0});
  if (decided > known) trace.activities.push_back({"scheduler", "decides", known, decided});
}

}  // namespace

RunFigures ScheduledCircuits::run_part(const Offer& offer, const demand::DemandMatrix* carried,
                                       std::uint64_t seed, report::FabricRun* trace) {
  JQ_CHECK(offer.all_start_at_once, "this fabric takes one demand");
  CircuitScenario scenario = scenario_;
  scenario.seed = seed;
  scenario.index = offer.index;
  scenario.foresight = offer.foresight;
  scenario.before = offer.before;
  scenario.carried = carried;
  scenario.keep = trace != nullptr;
  const CircuitOutcome out = simulate_circuit(scenario, offer.demand, decide_);
  if (trace == nullptr)
    scenario_.in_bulk = out.in_bulk;  // what did not go once is not decided on twice again
  Picoseconds without_faults = out.completion;
  if (expects_faults(scenario.faults)) {
    scenario.faults = {};
    without_faults = simulate_circuit(scenario, offer.demand, decide_).completion;
  }
  const CircuitParameters& p = scenario.parameters;
  RunFigures f = figures_of(offer, p.framing.rate, p.crossbars.switches);
  f.completion = out.completion;
  f.flow_times = finish_of(offer, out);
  f.bytes_delivered = out.bytes_delivered;
  f.bytes_resent = out.bytes_lost;
  f.events = out.events;
  f.own = own_figures_of(out, without_faults);
  if (trace != nullptr) {
    trace->completion = out.completion;
    record_flows(offer, f.flow_times, *trace);
    record_npus(out, *trace);
    record_crossbars(out, *trace);
    record_decision(scenario.parameters, out, *trace);
  }
  return f;
}

}  // namespace jacquard::systemc
