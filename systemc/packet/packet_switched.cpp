// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/packet_switched.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "systemc/fabric/records.hpp"
#include "systemc/packet/packet_fabric.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;

void record_rates(const PacketOutcome& out, const Offer& offer, report::FabricRun& trace) {
  std::vector<Picoseconds> since(offer.flows.size());
  std::vector<std::string> rate(offer.flows.size());
  const auto close = [&](std::size_t flow, Picoseconds at) {
    if (rate[flow].empty() || at <= since[flow]) return;
    const demand::Flow& f = offer.flows[flow];
    trace.activities.push_back(
        {fmt::format("rate of {} to {}", f.source, f.destination), rate[flow], since[flow], at});
  };
  for (const RateChange& c : out.rate_changes) {
    const auto flow = static_cast<std::size_t>(c.flow);
    close(flow, c.at);
    since[flow] = c.at;
    rate[flow] = fmt::format("{:.4g} Gb/s", static_cast<double>(c.rate.count()) * 1e-9);
  }
  for (std::size_t flow = 0; flow < offer.flows.size(); ++flow) close(flow, out.flow_finish[flow]);
}

void record_links(const PacketOutcome& out, report::FabricRun& trace) {
  // ACKs of the last data flow after the completion, on a port that may have been busy throughout.
  Picoseconds end = out.completion;
  for (const auto* links : {&out.uplinks, &out.downlinks}) {
    for (const PacketLink& l : *links) end = std::max(end, l.busy + l.paused);
  }
  const auto record = [&](const char* name, const std::vector<PacketLink>& links) {
    for (std::size_t i = 0; i < links.size(); ++i) {
      const PacketLink& l = links[i];
      trace.links.push_back(link_record(fmt::format(fmt::runtime(name), i), l.bytes, l.busy,
                                        Picoseconds{0}, l.paused, end));
    }
  };
  record("npu {} up", out.uplinks);
  record("port {} out", out.downlinks);
}

}  // namespace

RunFigures PacketSwitched::run(const Offer& offer, std::uint64_t seed, report::FabricRun* trace) {
  PacketRunOptions options;
  options.seed = seed;
  options.rate_changes = trace != nullptr;
  const PacketOutcome out = simulate_packets(config_, offer.flows, options);
  RunFigures f = figures_of(offer, config_.rate);
  f.completion = out.completion;
  for (std::size_t k = 0; k < offer.flows.size(); ++k) {
    f.flow_times.push_back(out.flow_finish[k] - offer.flows[k].start);
  }
  f.bytes_delivered = out.bytes_delivered;
  f.bytes_resent = out.bytes_resent;
  f.events = out.events;
  f.own = PacketFigures{out.data_packets, out.marked,    out.rate_cuts,    out.pauses,
                        out.drops,        out.first_cut, out.largest_queue};
  if (trace != nullptr) {
    trace->completion = out.completion;
    record_flows(offer, out.flow_finish, *trace);
    record_links(out, *trace);
    record_rates(out, offer, *trace);
  }
  return f;
}

}  // namespace jacquard::systemc
