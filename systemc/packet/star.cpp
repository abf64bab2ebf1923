// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/star.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "systemc/packet/packet_switch.hpp"
#include "systemc/packet/star_ways.hpp"
#include "systemc/packet/tiers.hpp"

namespace jacquard::systemc {
namespace {

// A sender that goes back so often, as a mean over all flows, and not a packet of anyone's arrives
// meanwhile, will for ever.
constexpr std::int64_t kMostReturns = 16;
constexpr std::int64_t kLookEvery = 64;  // windows

// Where nothing slows senders at line rate, a switch drops nearly as many packets for each that it
// delivers as there are senders to a port. At 16 times that, and 100 packets dropped for each there
// is to send, next to nothing of what the links carry is new. The run has no end in sight. A
// simulation of a second or two goes on in any case: the run may end yet.
constexpr std::int64_t kMostDropsPerPacket = 100;
constexpr std::int64_t kMostDropsPerSender = 16;
constexpr std::int64_t kDropsSoonSimulated = 10'000'000;

// Longer than anything under way takes to arrive or be dropped: twice each switch's memory on the
// way through one link, and all links there and back with a packet each.
Ps time_to_settle(const Medium& medium) {
  const PacketParameters& p = medium.parameters;
  const base::Bytes packets = 8 * (p.mtu + p.header + p.ack_bytes);
  const base::Picoseconds drained = base::transfer_time(2 * p.memory.capacity + packets, p.rate);
  const base::Picoseconds hosts = base::plus(drained, 4 * p.link_delay);
  if (!medium.has_tiers()) return hosts.count();
  const base::Bytes above = 2 * (p.memory.capacity + p.tiers.memory.capacity) + packets;
  const base::Picoseconds trunks =
      base::plus(base::transfer_time(above, p.tiers.rate), 4 * p.tiers.link_delay);
  return base::plus(hosts, trunks).count();
}

Sender sender_of(const demand::Flow& flow, const PacketParameters& p) {
  Sender s;
  s.size = flow.size.count();
  s.packets = static_cast<std::uint32_t>((s.size + p.mtu.count() - 1) / p.mtu.count());
  s.rate = RateMachine(p.dcqcn);
  s.gap = std::max<Ps>(1, base::transfer_time(p.mtu + p.header, p.rate).count());
  s.window = p.window == WindowKind::none ? 0 : p.window_size.count();
  return s;
}

// How many packets the switch may drop for each there is to send.
std::int64_t most_drops_per_packet(int ports, base::Span<const demand::Flow> flows) {
  std::vector<std::int64_t> flows_to(static_cast<std::size_t>(ports));
  for (const demand::Flow& flow : flows) ++base::at(flows_to, flow.destination);
  std::int64_t most = 0;
  for (const std::int64_t n : flows_to) most = std::max(most, std::min<std::int64_t>(n, ports));
  return std::max(kMostDropsPerPacket, kMostDropsPerSender * most);
}

std::unique_ptr<Switching> switches_of(Medium& medium, const PacketRunOptions& options) {
  if (medium.has_tiers()) return std::make_unique<Tiers>(medium, options.seed);
  PacketSwitch<StarWays>::Random random;
  random.seed = options.seed;
  random.red_numbers = options.red_numbers;
  return std::make_unique<PacketSwitch<StarWays>>(medium, StarWays(medium),
                                                  medium.parameters.memory, random);
}

}  // namespace

Star::Star(const PacketParameters& parameters, base::Span<const demand::Flow> flows,
           const PacketRunOptions& options)
    : options_(options),
      medium_(parameters, flows),
      switches_(switches_of(medium_, options)),
      other_order_(options.event_order, "packet order"),
      settled_after_(time_to_settle(medium_)),
      most_drops_per_packet_(most_drops_per_packet(parameters.ports, flows)) {
  for (const demand::Flow& flow : flows) {
    senders_.push_back(sender_of(flow, parameters));
    Receiver receiver;
    receiver.packets = senders_.back().packets;
    receivers_.push_back(receiver);
    packets_ += receiver.packets;
  }
  hosts_.reserve(static_cast<std::size_t>(parameters.ports));
  for (int port = 0; port < parameters.ports; ++port) {
    hosts_.emplace_back(medium_, senders_, receivers_, port, options.rate_changes);
  }
  phase_of_.resize(options_.phases.empty() ? 0 : flows.size());
  for (std::size_t p = 0; p < options_.phases.size(); ++p) {
    const FlowPhase& phase = options_.phases[p];
    std::fill_n(phase_of_.begin() + static_cast<std::ptrdiff_t>(phase.first), phase.count, p);
    unfinished_.push_back(phase.count);
  }
  ended_.resize(unfinished_.size());
  for (std::size_t i = 0; i < flows.size(); ++i) {
    if (!phase_of_.empty() && options_.phases[phase_of_[i]].after) continue;
    base::at(hosts_, flows[i].source)
        .add_flow(static_cast<std::uint32_t>(i), flows[i].start.count());
  }
}

Ps Star::next() const {
  if (circling_ || collapsed_ || too_long_) return kNever;
  Ps soonest = switches_->next();
  for (const Host& host : hosts_) soonest = std::min(soonest, host.next());
  return soonest;
}

void Star::run(Ps until) {
  const Ps lookahead = medium_.lookahead();
  for (Ps now = next(); now < until; now = next()) {
    const Ps window = until - now < lookahead ? until : now + lookahead;
    options_.event_order == 0 ? run_window(window) : run_window_in_other_order(window);
    if (!phase_of_.empty()) note_finished();
    if (++windows_ % kLookEvery == 0) look_for_progress(now);
    too_long_ = now > kLongestRun;
  }
}

void Star::note_finished() {
  for (const std::uint32_t flow : medium_.finished) {
    const std::size_t phase = phase_of_[flow];
    ended_[phase] = std::max(ended_[phase], receivers_[flow].finish);
    if (--unfinished_[phase] == 0) begin_after(phase);
  }
  medium_.finished.clear();
}

// What ended in this window begins something in a later one.
void Star::begin_after(std::size_t phase) {
  for (const FlowPhase& next : options_.phases) {
    if (next.after != phase) continue;
    const Ps at = ended_[phase] + std::max(next.gap.count(), medium_.lookahead());
    for (std::size_t flow = next.first; flow < next.first + next.count; ++flow) {
      hosts_[medium_.routes[flow].source].add_flow(static_cast<std::uint32_t>(flow), at);
    }
  }
}

// Progress is a packet that arrives in order, not one that moves: where packets are dropped for
// want of memory, senders can go back and send the same ones for ever.
void Star::look_for_progress(Ps now) {
  std::int64_t delivered = 0;
  std::int64_t returns = 0;
  for (const Host& host : hosts_) {
    delivered += host.counts().delivered;
    returns += host.counts().returns;
  }
  const std::int64_t drops = switches_->counts().drops;
  collapsed_ = drops > kDropsSoonSimulated && drops / most_drops_per_packet_ > packets_;
  if (delivered != delivered_) {
    delivered_ = delivered;
    delivered_at_ = now;
    returns_ = returns;
    return;
  }
  const auto flows = static_cast<std::int64_t>(senders_.size());
  circling_ = now - delivered_at_ > settled_after_ && returns - returns_ > kMostReturns * flows;
}

void Star::run_window(Ps until) {
  for (Host& host : hosts_) {
    if (host.has_before(until)) host.run(until);
  }
  switches_->run(until, false);
}

// The same in some other order, through windows of some other length: for tests.
void Star::run_window_in_other_order(Ps until) {
  const Ps now = next();
  const Ps shorter = now + 1 + other_order_.between(0, until - now - 1);
  const int first = static_cast<int>(other_order_.below(hosts_.size() + 1));
  const auto hosts = static_cast<int>(hosts_.size());
  const bool in_order = other_order_.chance(0.5);
  for (int i = 0; i <= hosts; ++i) {
    const int who = (i + first) % (hosts + 1);
    if (who == hosts) {
      switches_->run(shorter, in_order);
    } else {
      base::at(hosts_, hosts - 1 - who).run(shorter);
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
  const std::string drops = std::to_string(switches_->counts().drops);
  if (collapsed_) {
    return Stall{"a collapse, with " + std::to_string(unfinished) + " flows unfinished",
                 drops + " packets dropped, more than " + std::to_string(most_drops_per_packet_) +
                     " for each there is to send, and " + std::to_string(delivered_) + " of " +
                     std::to_string(packets_) + " delivered"};
  }
  Ps last = switches_->last();
  for (const Host& host : hosts_) last = std::max(last, host.last());
  const Route& route = medium_.routes[first];
  const Receiver& receiver = receivers_[first];
  Stall stall;
  stall.what = std::to_string(unfinished) + " stalled: flow " + std::to_string(first) + " (" +
               std::to_string(route.source) + " to " + std::to_string(route.destination) +
               ") waits for packet " + std::to_string(receiver.expected) + " of " +
               std::to_string(receiver.packets);
  const std::string when = std::to_string(last) + " ps, ";
  stall.why = circling_   ? "packets are sent again and again, and none arrives, "
              : too_long_ ? "it is not done after a million seconds, at " + when
                          : "nothing moves after " + when;
  stall.why += hosts_[route.source].paused() ? "its sender waits for the end of a pause"
                                             : "its sender waits for an acknowledgement";
  if (!circling_) {  // else they grow until somebody looks
    stall.why += "; the switch dropped " + drops + " packets";
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
    o.bytes_resent += base::Bytes{c.sent};
    o.data_packets += c.delivered;
    o.early += c.early;
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
  o.bytes_resent -= o.bytes_delivered;
  std::stable_sort(o.rate_changes.begin(), o.rate_changes.end(),
                   [](const RateChange& a, const RateChange& b) {
                     return a.at != b.at ? a.at < b.at : a.flow < b.flow;
                   });
  const SwitchCounts& s = switches_->counts();
  o.events += s.events;
  o.pauses = s.pauses;
  o.drops = s.drops;
  o.largest_queue = base::Bytes{s.largest_queue};
  const auto links = [](const std::vector<Wire>& all) {
    std::vector<PacketLink> out;
    for (const Wire& l : all) {
      out.push_back({base::Bytes{l.bytes}, base::Picoseconds{l.busy}, base::Picoseconds{l.paused}});
    }
    return out;
  };
  o.uplinks = links(medium_.uplinks);
  o.downlinks = links(medium_.downlinks);
  o.rising = links(medium_.rising);
  o.falling = links(medium_.falling);
  return o;
}

}  // namespace jacquard::systemc
