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

void record_links(const PacketOutcome& out, const TierParameters& tiers, report::FabricRun& trace) {
  // ACKs of the last data flow after the completion, on a port that may have been busy throughout.
  Picoseconds end = out.completion;
  for (const auto* links : {&out.uplinks, &out.downlinks, &out.rising, &out.falling}) {
    for (const PacketLink& l : *links) end = std::max(end, l.busy + l.paused);
  }
  const auto record = [&](const std::vector<PacketLink>& links, const auto& name_of) {
    for (std::size_t i = 0; i < links.size(); ++i) {
      const PacketLink& l = links[i];
      trace.links.push_back(link_record(name_of(static_cast<int>(i)), l.bytes, l.busy,
                                        Picoseconds{0}, l.paused, end));
    }
  };
  record(out.uplinks, [](int i) { return fmt::format("npu {} up", i); });
  record(out.downlinks, [](int i) { return fmt::format("port {} out", i); });
  const auto between = [&tiers](const char* form) {
    return [&tiers, form](int i) {
      const int pair = i / tiers.uplinks;
      return fmt::format(fmt::runtime(form), pair / tiers.spines, pair % tiers.spines,
                         i % tiers.uplinks);
    };
  };
  record(out.rising, between("leaf {0} to spine {1}, link {2}"));
  record(out.falling, between("spine {1} to leaf {0}, link {2}"));
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
  f.own = PacketFigures{out.data_packets, out.marked,    out.rate_cuts,     out.pauses,
                        out.drops,        out.first_cut, out.largest_queue, out.early};
  if (trace != nullptr) {
    trace->completion = out.completion;
    record_flows(offer, out.flow_finish, *trace);
    record_links(out, resolve(config_).tiers, *trace);
    record_rates(out, offer, *trace);
  }
  return f;
}

}  // namespace jacquard::systemc
