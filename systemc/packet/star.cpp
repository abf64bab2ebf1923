// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/star.hpp"

#include <algorithm>

namespace jacquard::systemc {
namespace {

// Events of the switch without a delivery after which there will be none, and how often to look.
constexpr std::int64_t kPatience = 4'000'000;
constexpr std::int64_t kPatiencePerPort = 100'000;
constexpr std::int64_t kLookEvery = 1 << 12;

Sender sender_of(const demand::Flow& flow, const PacketParameters& p) {
  Sender s;
  s.size = flow.size.count();
  s.packets = static_cast<std::uint32_t>((s.size + p.mtu.count() - 1) / p.mtu.count());
  s.rate = RateMachine(p.dcqcn);
  s.gap = std::max<Ps>(1, base::transfer_time(p.mtu + p.header, p.rate).count());
  s.window = p.window == WindowKind::none ? 0 : p.window_size.count();
  return s;
}

}  // namespace

Star::Star(const PacketParameters& parameters, base::Span<const demand::Flow> flows,
           const PacketRunOptions& options)
    : options_(options),
      medium_(parameters, flows),
      switch_(medium_, options.seed, options.red_numbers),
      disturbance_(options.disturbance, "packet order") {
  for (const demand::Flow& flow : flows) {
    senders_.push_back(sender_of(flow, parameters));
    Receiver receiver;
    receiver.packets = senders_.back().packets;
    receivers_.push_back(receiver);
  }
  hosts_.reserve(static_cast<std::size_t>(parameters.ports));
  for (int port = 0; port < parameters.ports; ++port) {
    hosts_.emplace_back(medium_, senders_, receivers_, port, options.rate_changes);
  }
  for (std::size_t i = 0; i < flows.size(); ++i) {
    hosts_[static_cast<std::size_t>(flows[i].source)].add_flow(static_cast<std::uint32_t>(i),
                                                               flows[i].start.count());
  }
}

Ps Star::next() const {
  if (circling_) return kNever;
  Ps soonest = switch_.next();
  for (const Host& host : hosts_) soonest = std::min(soonest, host.next());
  return soonest;
}

void Star::run(Ps until) {
  const Ps lookahead = medium_.lookahead();
  for (Ps now = next(); now < until; now = next()) {
    const Ps window = until - now < lookahead ? until : now + lookahead;
    options_.disturbance == 0 ? run_window(window) : run_window_disturbed(window);
    if (++windows_ % kLookEvery == 0) look_for_progress();
  }
}

// Where packets are dropped for want of memory, senders can go back for ever.
void Star::look_for_progress() {
  std::int64_t delivered = 0;
  for (const Host& host : hosts_) delivered += host.counts().delivered;
  const std::int64_t events = switch_.counts().events;
  if (delivered != delivered_) events_at_delivery_ = events;
  delivered_ = delivered;
  const std::int64_t patience = kPatience + kPatiencePerPort * medium_.parameters.ports;
  circling_ = events - events_at_delivery_ > patience;
}

void Star::run_window(Ps until) {
  for (Host& host : hosts_) {
    if (host.has_before(until)) host.run(until);
  }
  switch_.run(until);
}

// The same in some other order, through windows of some other length: for tests.
void Star::run_window_disturbed(Ps until) {
  const Ps now = next();
  const Ps shorter = now + 1 + disturbance_.between(0, until - now - 1);
  const int first = static_cast<int>(disturbance_.below(hosts_.size() + 1));
  const auto hosts = static_cast<int>(hosts_.size());
  const bool in_order = disturbance_.chance(0.5);
  for (int i = 0; i <= hosts; ++i) {
    const int who = (i + first) % (hosts + 1);
    if (who == hosts) {
      switch_.run(shorter, in_order);
    } else {
      hosts_[static_cast<std::size_t>(hosts - 1 - who)].run(shorter);
    }
  }
}

std::optional<Star::Stall> Star::stall() const {
  std::size_t unfinished = 0;
  std::size_t first = 0;
  for (std::size_t i = receivers_.size(); i-- > 0;) {
    if (receivers_[i].finish != kNever) continue;
    ++unfinished;
    first = i;
  }
  if (unfinished == 0) return std::nullopt;
  Ps last = switch_.last();
  for (const Host& host : hosts_) last = std::max(last, host.last());
  const Route& route = medium_.routes[first];
  const Receiver& receiver = receivers_[first];
  Stall stall;
  stall.what = std::to_string(unfinished) + " stalled: flow " + std::to_string(first) + " (" +
               std::to_string(route.source) + " to " + std::to_string(route.destination) +
               ") waits for packet " + std::to_string(receiver.expected) + " of " +
               std::to_string(receiver.packets);
  stall.why = circling_ ? "packets are sent again and again, "
                        : "nothing moves after " + std::to_string(last) + " ps, ";
  stall.why += hosts_[route.source].paused() ? "its sender waits for the end of a pause"
                                             : "its sender waits for an acknowledgement";
  if (!circling_) {  // else they grow until somebody looks
    stall.why += "; the switch dropped " + std::to_string(switch_.counts().drops) + " packets";
  }
  return stall;
}

PacketOutcome Star::outcome() const {
  PacketOutcome o;
  for (std::size_t i = 0; i < receivers_.size(); ++i) {
    const base::Picoseconds finish{receivers_[i].finish};
    o.flow_finish.push_back(finish);
    o.completion = std::max(o.completion, finish);
    o.bytes_delivered += base::Bytes{senders_[i].size};
  }
  for (const Host& host : hosts_) {
    const HostCounts& c = host.counts();
    o.data_packets += c.delivered;
    o.marked += c.marked;
    o.rate_cuts += c.rate_cuts;
    if (c.first_cut != kNever) {
      const base::Picoseconds cut{c.first_cut};
      o.first_cut = std::min(o.first_cut.value_or(cut), cut);
    }
    o.events += c.events;
    o.rate_changes.insert(o.rate_changes.end(), host.rate_changes().begin(),
                          host.rate_changes().end());
  }
  std::stable_sort(o.rate_changes.begin(), o.rate_changes.end(),
                   [](const RateChange& a, const RateChange& b) {
                     return a.at != b.at ? a.at < b.at : a.flow < b.flow;
                   });
  const SwitchCounts& s = switch_.counts();
  o.events += s.events;
  o.pauses = s.pauses;
  o.drops = s.drops;
  o.largest_queue = base::Bytes{s.largest_queue};
  const auto links = [](const std::vector<Link>& all) {
    std::vector<PacketLink> out;
    for (const Link& l : all) {
      out.push_back({base::Bytes{l.bytes}, base::Picoseconds{l.busy}, base::Picoseconds{l.paused}});
    }
    return out;
  };
  o.uplinks = links(medium_.uplinks);
  o.downlinks = links(medium_.downlinks);
  return o;
}

}  // namespace jacquard::systemc
