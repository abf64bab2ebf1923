// SPDX-License-Identifier: Apache-2.0
#include "sim/experiment/details.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::experiment {
namespace {

using base::Picoseconds;

Picoseconds rest(Picoseconds whole, Picoseconds part) {
  return std::max(whole - part, Picoseconds{0});
}

report::LinkRecord link(std::string name, base::Bytes bytes, Picoseconds carried, Picoseconds guard,
                        Picoseconds paused, Picoseconds whole) {
  return {std::move(name), bytes, carried, guard, paused, rest(whole, carried + guard + paused)};
}

void describe_flows(const TrafficItem& item, const std::vector<Picoseconds>& finish,
                    report::FabricRun& run) {
  for (std::size_t k = 0; k < item.flows.size(); ++k) {
    const demand::Flow& f = item.flows[k];
    run.flows.push_back({f.source, f.destination, f.size, f.start, finish[k]});
  }
}

void describe_rates(const systemc::PacketOutcome& outcome, const TrafficItem& item,
                    report::FabricRun& run) {
  std::vector<Picoseconds> since(item.flows.size());
  std::vector<std::string> rate(item.flows.size());
  const auto close = [&](std::size_t flow, Picoseconds at) {
    if (rate[flow].empty() || at <= since[flow]) return;
    const demand::Flow& f = item.flows[flow];
    run.activities.push_back(
        {fmt::format("rate of {} to {}", f.source, f.destination), rate[flow], since[flow], at});
  };
  for (const systemc::RateChange& c : outcome.rate_changes) {
    const auto flow = static_cast<std::size_t>(c.flow);
    close(flow, c.at);
    since[flow] = c.at;
    rate[flow] = fmt::format("{:.4g} Gb/s", static_cast<double>(c.rate.count()) * 1e-9);
  }
  for (std::size_t flow = 0; flow < item.flows.size(); ++flow) {
    close(flow, outcome.flow_finish[flow]);
  }
}

}  // namespace

void describe(const TrafficItem& item, const systemc::CircuitParameters& parameters,
              const systemc::CircuitOutcome& out, report::FabricRun& run) {
  run.completion = out.completion;
  const auto n = static_cast<std::size_t>(item.demand.ports());
  std::vector<Picoseconds> finish;
  for (const demand::Flow& f : item.flows) {
    finish.push_back(out.flow_finish[static_cast<std::size_t>(f.source) * n +
                                     static_cast<std::size_t>(f.destination)]);
  }
  describe_flows(item, finish, run);
  for (std::size_t i = 0; i < out.npus.size(); ++i) {
    run.links.push_back(link(fmt::format("npu {} up", i), base::Bytes{0}, out.npus[i].sending,
                             out.controller.guard, Picoseconds{0}, out.completion));
    for (const systemc::Sent& sent : out.npus[i].sent) {
      run.links.back().bytes += sent.payload;
      run.activities.push_back({fmt::format("npu {}", i),
                                fmt::format("sends to {}", sent.destination), sent.from, sent.to});
    }
    if (out.npus[i].late > Picoseconds{0}) {
      run.activities.push_back(
          {fmt::format("npu {}", i), "late", Picoseconds{0}, out.npus[i].late});
    }
  }
  for (const systemc::NamedPort& port : out.ports) {
    run.links.push_back(link(port.name, port.use.bytes, port.use.carried, port.use.guard,
                             Picoseconds{0}, out.completion));
  }
  for (const systemc::NamedSetting& s : out.settings) {
    run.settings.push_back(
        {s.crossbar, s.setting.guard_from, s.setting.from, s.setting.to, s.setting.columns});
  }
  for (const systemc::Transfer& t : out.transfers) {
    report::TransferRecord record{
        t.source, t.destination, base::Bytes{t.bytes.first}, base::Bytes{t.bytes.count}, {}};
    for (int k = 0; k < t.hops; ++k) {
      const auto& stamp = base::at(t.path, k);
      record.path.push_back({base::at(out.places, stamp.place), stamp.head, stamp.tail});
    }
    run.transfers.push_back(std::move(record));
  }
  const Picoseconds known = parameters.report_latency;
  run.activities.push_back({"control", "reports", Picoseconds{0}, known});
  const Picoseconds decided = rest(out.controller.decided, parameters.grant_latency);
  if (decided > known) run.activities.push_back({"scheduler", "decides", known, decided});
}

void describe(const TrafficItem& item, const systemc::PacketOutcome& out, report::FabricRun& run) {
  run.completion = out.completion;
  describe_flows(item, out.flow_finish, run);
  // ACKs of the last data flow after the completion, on a port that may have been busy throughout.
  Picoseconds end = out.completion;
  for (const auto* links : {&out.uplinks, &out.downlinks}) {
    for (const systemc::PacketLink& l : *links) end = std::max(end, l.busy + l.paused);
  }
  for (std::size_t i = 0; i < out.uplinks.size(); ++i) {
    const systemc::PacketLink& l = out.uplinks[i];
    run.links.push_back(
        link(fmt::format("npu {} up", i), l.bytes, l.busy, Picoseconds{0}, l.paused, end));
  }
  for (std::size_t i = 0; i < out.downlinks.size(); ++i) {
    const systemc::PacketLink& l = out.downlinks[i];
    run.links.push_back(
        link(fmt::format("port {} out", i), l.bytes, l.busy, Picoseconds{0}, l.paused, end));
  }
  describe_rates(out, item, run);
}

}  // namespace jacquard::experiment
