// SPDX-License-Identifier: Apache-2.0
#include "systemc/rotor/rotor_run.hpp"

#include <algorithm>
#include <tuple>

#include "jacquard/base/error.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

using base::Bytes;
using base::Picoseconds;
using schedule::kUnmatched;

bool RotorRun::Later::operator()(const Event& a, const Event& b) const {
  return std::tie(a.at, a.kind, a.which) > std::tie(b.at, b.kind, b.which);
}

RotorRun::RotorRun(const RotorConfig& config, const RotorClock& clock, const Framing& framing,
                   Picoseconds link_delay, std::int64_t most_relayed,
                   base::Span<const demand::Flow> flows)
    : config_(config),
      clock_(clock),
      framing_(framing),
      flight_(link_delay * 2),
      flows_(flows),
      most_relayed_(most_relayed),
      ports_(static_cast<std::size_t>(clock.ports()), PortQueues(clock.ports())),
      wires_(static_cast<std::size_t>(clock.ports()) * static_cast<std::size_t>(clock.switches())),
      used_(wires_.size()),
      finish_(flows.size()),
      received_(flows.size()),
      expected_(flows.size()) {
  for (std::size_t k = 0; k < flows.size(); ++k) {
    finish_[k] = flows[k].start;
    if (flows[k].size == Bytes{0}) continue;
    ++unfinished_;
    agenda_.push({flows[k].start, Kind::start, static_cast<int>(k)});
  }
  agenda_.push({Picoseconds{0}, Kind::change, 0});
}

void RotorRun::go() {
  while (unfinished_ > 0) {
    const Event event = agenda_.top();
    agenda_.pop();
    now_ = event.at;
    ++events_;
    switch (event.kind) {
      case Kind::change:
        change();
        break;
      case Kind::arrival:
        arrive(event.which);
        break;
      case Kind::start:
        start(event.which);
        break;
      case Kind::free:
        wires_[static_cast<std::size_t>(event.which)].busy = false;
        send(event.which / clock_.switches(), event.which % clock_.switches());
        break;
    }
  }
}

// Short messages that waited for a circuit that is no more look for another way.
void RotorRun::change() {
  if (now_ > kLongestRunOfCircuits) {
    throw base::ConfigError({"simulate", "", "a run of at most a day of simulated time",
                             "flows that wait for a circuit", "a shorter rotor.slot"});
  }
  ++slice_;
  agenda_.push({clock_.start_of(slice_ + 1), Kind::change, 0});
  for (int port = 0; port < clock_.ports(); ++port) {
    for (int s = 0; s < clock_.switches(); ++s) {
      if (!clock_.changes(s, slice_)) continue;
      std::deque<RotorPacket> waiting;
      waiting.swap(wire(port, s).shorts);
      for (const RotorPacket& packet : waiting) route(port, packet);
    }
    wake(port);
  }
}

void RotorRun::start(int k) {
  const demand::Flow& flow = flows_[static_cast<std::size_t>(k)];
  const bool is_short =
      config_.short_below && flow.size < *config_.short_below && flow.source != flow.destination;
  if (!is_short) {
    base::at(ports_, flow.source).add(flow.destination, k, flow.size.count());
  } else {
    const std::int64_t mtu = framing_.mtu.count();
    for (std::int64_t first = 0; first < flow.size.count(); first += mtu) {
      const std::int64_t bytes = std::min(mtu, flow.size.count() - first);
      route(flow.source, {k, flow.destination, first, static_cast<std::int32_t>(bytes), 0, true});
      ++figures_.short_packets;
    }
  }
  wake(flow.source);
}

void RotorRun::arrive(int link) {
  auto& under_way = wires_[static_cast<std::size_t>(link)].under_way;
  const auto [port, packet] = under_way.front();
  under_way.pop_front();
  if (packet.destination == port) {
    deliver(packet);
    return;
  }
  if (packet.is_short) {
    route(port, packet);
  } else {
    base::at(ports_, port).store(packet);
  }
  wake(port);
}

void RotorRun::deliver(const RotorPacket& packet) {
  const auto k = static_cast<std::size_t>(packet.flow);
  ++figures_.packets;
  figures_.packet_hops += packet.hops;
  figures_.reordered += packet.first < expected_[k];
  expected_[k] = std::max(expected_[k], packet.first + packet.bytes);
  received_[k] += packet.bytes;
  JQ_CHECK(received_[k] <= flows_[k].size.count(), "no byte comes twice");
  if (received_[k] < flows_[k].size.count()) return;
  finish_[k] = now_;
  completion_ = std::max(completion_, now_);
  --unfinished_;
}

// Over the link, of those that come nearer, on which fewest wait.
void RotorRun::route(int port, RotorPacket packet) {
  const std::uint64_t ways = clock_.ways(port, packet.destination, slice_);
  Wire* best = nullptr;
  for (int s = 0; s < clock_.switches(); ++s) {
    if ((ways >> s & 1) == 0) continue;
    Wire& way = wire(port, s);
    if (best == nullptr || way.shorts.size() < best->shorts.size()) best = &way;
  }
  JQ_CHECK(best != nullptr, "every port has a way to every other");
  best->shorts.push_back(packet);
}

void RotorRun::wake(int port) {
  for (int s = 0; s < clock_.switches(); ++s) {
    if (!wire(port, s).busy) send(port, s);
  }
}

void RotorRun::send(int port, int which) {
  const int peer = base::at(clock_.matching(which, slice_), port);
  if (peer == kUnmatched) return;
  const Picoseconds room = clock_.closes(which, slice_) - now_;
  std::optional<RotorPacket> packet = next_packet(port, which, peer, room);
  if (!packet) return;
  ++packet->hops;
  const Picoseconds time = framing_.time(packet->bytes);
  const int at = link(port, which);
  Link& used = used_[static_cast<std::size_t>(at)];
  used.bytes += framing_.wire(packet->bytes);
  used.busy += time;
  Wire& out = wire(port, which);
  out.busy = true;
  out.under_way.emplace_back(peer, *packet);
  agenda_.push({now_ + time, Kind::free, at});
  agenda_.push({now_ + time + flight_, Kind::arrival, at});
}

// Short messages first, then what others left here for the peer, then its own, then for others.
std::optional<RotorPacket> RotorRun::next_packet(int port, int which, int peer, Picoseconds room) {
  Wire& out = wire(port, which);
  if (!out.shorts.empty()) {
    if (!fits(out.shorts.front().bytes, room)) return std::nullopt;
    const RotorPacket packet = out.shorts.front();
    out.shorts.pop_front();
    return packet;
  }
  // What is left of the circuit takes a whole packet or none.
  if (!fits(framing_.mtu.count(), room)) return std::nullopt;
  PortQueues& queues = base::at(ports_, port);
  if (queues.has_relay(peer)) return queues.take_relay(peer);
  const bool direct_first = config_.relay != Relaying::always || peer == port;
  if (direct_first && queues.own(peer) > 0) return queues.take_own(peer, framing_.mtu.count());
  if (config_.relay == Relaying::never || peer == port) return std::nullopt;
  return for_others(port, which, peer);
}

// In turn, for destinations for which the peer takes more.
std::optional<RotorPacket> RotorRun::for_others(int port, int which, int peer) {
  PortQueues& queues = base::at(ports_, port);
  PortQueues& theirs = base::at(ports_, peer);
  Wire& out = wire(port, which);
  const int n = clock_.ports();
  for (int k = 0; k < n; ++k) {
    const int to = (out.turn + k) % n;
    if (queues.own(to) == 0 || to == port) continue;
    if (to != peer) {
      // Its own come first there, but for a port that sends all over others.
      const std::int64_t before = config_.relay == Relaying::always ? 0 : theirs.own(to);
      const std::int64_t bytes = std::min(queues.own(to), framing_.mtu.count());
      if (theirs.promised(to) + before + bytes > most_relayed_) continue;
    }
    RotorPacket packet = queues.take_own(to, framing_.mtu.count());
    if (to != peer) theirs.promise(to, packet.bytes);
    out.turn = (to + 1) % n;
    return packet;
  }
  return std::nullopt;
}

RotorFigures RotorRun::figures() const {
  RotorFigures f = figures_;
  f.slices = slice_ + 1;
  for (const PortQueues& queues : ports_) {
    f.largest_relay = std::max(f.largest_relay, Bytes{queues.most_stored()});
  }
  if (config_.short_below) {
    const RotorClock::Paths paths = clock_.paths();
    f.path_mean = paths.mean;
    f.path_longest = paths.longest;
  }
  return f;
}

}  // namespace jacquard::systemc
