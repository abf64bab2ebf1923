// SPDX-License-Identifier: Apache-2.0
#include "unit/engine/naive_simulator.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace jacquard::tb {
namespace {

using engine::Scenario;
using rounds::Channel;
using rounds::kNobody;
using topology::Block;
using Time = std::int64_t;

using Node = std::string;  // "npu 3" or "switch 1 of 2": of dimension 1, block 2; "npu" in a graph
struct Wire {
  Node from;
  Node to;
  bool stores;  // its end waits for whole messages under store-and-forward
  base::BytesPerSecond bandwidth;
  base::Picoseconds latency;
};

Node npu_node(int npu) { return "npu " + std::to_string(npu); }

std::vector<Wire> way(const topology::Fabric& f, int from, int to, Channel channel) {
  std::vector<Wire> wires;
  for (int d = 0; d < f.dimensions(); ++d) {
    const topology::Dimension& dim = f.dimension(d);
    const Node hub = "switch " + std::to_string(d) + " of " + std::to_string(f.instance(from, d));
    while (f.digit(from, d) != f.digit(to, d)) {
      int next = f.with_digit(from, d, f.digit(to, d));
      if (dim.block == Block::switched || dim.block == Block::crossbar) {
        wires.push_back(
            {npu_node(from), hub, dim.block == Block::switched, dim.bandwidth, dim.latency});
        wires.push_back({hub, npu_node(next), true, dim.bandwidth, dim.latency});
      } else {
        if (dim.block == Block::ring) {
          const int forward = (f.digit(to, d) - f.digit(from, d) + dim.size) % dim.size;
          bool up = forward <= dim.size - forward;
          if (channel.dimension == d && channel.direction == Channel::Direction::up) up = true;
          if (channel.dimension == d && channel.direction == Channel::Direction::down) up = false;
          next = f.with_digit(from, d, (f.digit(from, d) + (up ? 1 : dim.size - 1)) % dim.size);
        }
        wires.push_back({npu_node(from), npu_node(next), true, dim.bandwidth, dim.latency});
      }
      from = next;
    }
  }
  return wires;
}

// Of the sender's message of that number.
std::vector<Wire> way(const topology::UserGraph& g, int from, int to, std::uint64_t turn) {
  std::vector<topology::LinkNumber> route;
  g.route(from, to, route, turn);
  std::vector<Wire> wires;
  for (const topology::LinkNumber number : route) {
    const topology::Link link = g.link(number);
    wires.push_back({npu_node(link.from), npu_node(link.to),
                     g.kind(link.to) != topology::NodeKind::circuit_switch, link.bandwidth,
                     link.latency});
  }
  return wires;
}

std::vector<Wire> way(topology::NetworkView network, int from, int to, Channel channel,
                      std::uint64_t turn) {
  if (network.graph() != nullptr) return way(*network.graph(), from, to, turn);
  return way(*network.fabric(), from, to, channel);
}

// A channel's dimension may be anything on a graph.
int queues(topology::NetworkView network) {
  return network.graph() != nullptr ? 24 : network.fabric()->dimensions();
}

struct Message {
  std::size_t round;
  int repetition;
  int from;  // rank
  int to;
  std::vector<Wire> wires;
  std::size_t hop = 0;
  Time head = 0;
  Time tail = 0;
};

class Naive {
 public:
  explicit Naive(const Scenario& s) : s_(s) {}

  NaiveResult run() {
    for (const auto& npu : s_.disturbance.npus) {
      delay_[npu.npu] = npu.start_delay.count();
      slowdown_[npu.npu] = npu.slowdown;
      instants_.insert(npu.start_delay.count());
    }
    instants_.insert(0);
    for (const Unit& unit : units()) {
      bool anyone = false;
      for (int npu = 0; npu < s_.network.npus(); ++npu) anyone = anyone || takes_part(unit, npu);
      if (!anyone) chosen_.insert(unit);
    }
    while (!instants_.empty()) {
      now_ = *instants_.begin();
      instants_.erase(instants_.begin());
      do {
        while (look()) {
        }
      } while (enter());
    }
    NaiveResult result;
    result.npu_ends.assign(static_cast<std::size_t>(s_.network.npus()), 0);
    result.collective_begins.assign(s_.graph().collectives.size(), INT64_MAX);
    result.collective_ends.assign(s_.graph().collectives.size(), 0);
    result.link_bytes = link_bytes_;
    for (const auto& [key, time] : ended_) {
      auto& end = result.npu_ends[static_cast<std::size_t>(key.second)];
      end = std::max(end, time);
      auto& last = result.collective_ends[static_cast<std::size_t>(std::get<0>(key.first))];
      last = std::max(last, time);
    }
    for (const auto& [key, time] : begun_) {
      auto& first = result.collective_begins[static_cast<std::size_t>(std::get<0>(key.first))];
      first = std::min(first, time);
    }
    return result;
  }

 private:
  using Unit = std::tuple<int, int, int>;          // collective, chunk, phase
  using UnitAt = std::pair<Unit, int>;             // and NPU
  using Step = std::tuple<std::size_t, int, int>;  // round, repetition, rank

  Unit unit_of(std::size_t r) const {
    const auto& round = s_.graph().rounds[r];
    return {round.collective, round.chunk, round.phase};
  }
  const rounds::Collective& collective(std::size_t r) const {
    return s_.graph().collective_of(s_.graph().rounds[r]);
  }
  int receiver(std::size_t r, int rank) const {
    return s_.graph().rounds[r].permutation.receiver(collective(r).shape, rank);
  }
  int sender(std::size_t r, int rank) const {
    return s_.graph().rounds[r].permutation.sender(collective(r).shape, rank);
  }
  int rank_in(int c, int npu) const {
    const auto& all = s_.graph().collectives[static_cast<std::size_t>(c)];
    for (int rank = 0; rank < all.shape.size(); ++rank) {
      if (all.npu(rank) == npu) return rank;
    }
    return -1;
  }
  bool takes_part(const Unit& unit, int npu) const {
    const int rank = rank_in(std::get<0>(unit), npu);
    if (rank < 0) return false;
    for (std::size_t r = 0; r < s_.graph().rounds.size(); ++r) {
      if (unit_of(r) != unit) continue;
      if (receiver(r, rank) != kNobody || sender(r, rank) != kNobody) return true;
    }
    return false;
  }
  int dimension(const Unit& unit) const {
    for (std::size_t r = 0; r < s_.graph().rounds.size(); ++r) {
      if (unit_of(r) == unit) {
        return s_.graph()
            .channels[static_cast<std::size_t>(s_.graph().rounds[r].channel)]
            .dimension;
      }
    }
    return -1;
  }
  std::set<Unit> units() const {
    std::set<Unit> all;
    for (std::size_t r = 0; r < s_.graph().rounds.size(); ++r) all.insert(unit_of(r));
    return all;
  }
  // Units that must have been chosen before it.
  std::set<Unit> before(const Unit& unit) const {
    std::set<Unit> all;
    for (std::size_t r = 0; r < s_.graph().rounds.size(); ++r) {
      const Unit u = unit_of(r);
      if (std::get<0>(u) == std::get<0>(unit) && std::get<1>(u) == std::get<1>(unit) &&
          std::get<2>(u) < std::get<2>(unit)) {
        all.insert(u);
      }
      if (u != unit) continue;
      for (const int b : s_.graph().rounds[r].after) {
        if (unit_of(static_cast<std::size_t>(b)) != unit) {
          all.insert(unit_of(static_cast<std::size_t>(b)));
        }
      }
    }
    return all;
  }

  Time scaled(Time time, int npu) const {
    const auto it = slowdown_.find(npu);
    return it == slowdown_.end()
               ? time
               : static_cast<Time>(std::llround(static_cast<double>(time) * it->second));
  }
  Time endpoint(int npu) const { return scaled(s_.rules.endpoint_delay.count(), npu); }

  // Whether the last message of a round that reaches this NPU has been taken in.
  bool done(std::size_t r, int npu) const {
    const int rank = rank_in(s_.graph().rounds[r].collective, npu);
    if (rank < 0 || sender(r, rank) == kNobody) return true;
    const auto it = done_.find({r, s_.graph().rounds[r].repeat - 1, rank});
    return it != done_.end() && it->second <= now_;
  }

  // Whether the last byte of the last message that this NPU sends in a round has left it.
  bool sent(std::size_t r, int npu) const {
    const int rank = rank_in(s_.graph().rounds[r].collective, npu);
    if (rank < 0 || receiver(r, rank) == kNobody) return true;
    const auto it = left_.find({r, s_.graph().rounds[r].repeat - 1, rank});
    return it != left_.end() && it->second <= now_;
  }

  bool may_begin(const UnitAt& at) const {
    const auto& [unit, npu] = at;
    if (const auto it = delay_.find(npu); it != delay_.end() && it->second > now_) return false;
    for (const Unit& u : units()) {
      if (std::get<0>(u) != std::get<0>(unit) || std::get<1>(u) != std::get<1>(unit) ||
          std::get<2>(u) >= std::get<2>(unit) || !takes_part(u, npu)) {
        continue;
      }
      if (ended_.count({u, npu}) == 0) return false;
    }
    for (std::size_t r = 0; r < s_.graph().rounds.size(); ++r) {
      if (unit_of(r) != unit) continue;
      for (const int b : s_.graph().rounds[r].after) {
        const auto earlier = static_cast<std::size_t>(b);
        if (unit_of(earlier) != unit && !done(earlier, npu)) return false;
      }
    }
    return true;
  }

  bool look() { return receive() || begin_rounds() || end_phases() || queue_up() || choose(); }

  bool receive() {
    bool changed = false;
    for (auto it = arrived_.begin(); it != arrived_.end();) {
      const auto [r, k, rank] = it->first;
      const auto begun = begun_rounds_.find(it->first);
      if (it->second > now_ || begun == begun_rounds_.end()) {
        ++it;
        continue;
      }
      const int npu = collective(r).npu(rank);
      Time time = now_ + endpoint(npu);
      if (s_.graph().rounds[r].action == rounds::Action::reduce) {
        time += scaled(
            engine::reduction(s_.graph().rounds[r].bytes_from(sender(r, rank)), s_.rules).count(),
            npu);
      }
      done_[it->first] = time;
      instants_.insert(time);
      it = arrived_.erase(it);
      changed = true;
    }
    return changed;
  }

  bool begin_rounds() {
    bool changed = false;
    for (const auto& [at, time] : begun_) {
      const auto& [unit, npu] = at;
      if (time + endpoint(npu) > now_) continue;
      const int rank = rank_in(std::get<0>(unit), npu);
      for (std::size_t r = 0; r < s_.graph().rounds.size(); ++r) {
        if (unit_of(r) != unit) continue;
        const auto& round = s_.graph().rounds[r];
        const bool ready = std::all_of(round.after.begin(), round.after.end(), [&, n = npu](int b) {
          return done(static_cast<std::size_t>(b), n);
        });
        for (int k = 0; ready && k < round.repeat; ++k) {
          if (begun_rounds_.count({r, k, rank}) > 0) continue;
          if (k > 0 && sender(r, rank) != kNobody) {
            const auto it = done_.find({r, k - 1, rank});
            if (it == done_.end() || it->second > now_) break;
          }
          begun_rounds_[{r, k, rank}] = now_;
          changed = true;
          const int to = receiver(r, rank);
          if (to == kNobody) continue;
          const Channel channel = s_.graph().channels[static_cast<std::size_t>(round.channel)];
          Message m{r, k, rank, to, {}};
          m.wires = way(s_.network, npu, collective(r).npu(to), channel, turn(r, k));
          m.head = m.tail = now_;
          if (m.wires.empty()) {
            arrived_[{r, k, to}] = now_;
            left_[{r, k, rank}] = now_;
          } else {
            under_way_.push_back(m);
          }
        }
      }
    }
    return changed;
  }

  // How many repetitions of rounds the graph has before this one.
  std::uint64_t turn(std::size_t round, int repetition) const {
    auto count = static_cast<std::uint64_t>(repetition);
    for (std::size_t r = 0; r < round; ++r) {
      count += static_cast<std::uint64_t>(s_.graph().rounds[r].repeat);
    }
    return count;
  }

  bool end_phases() {
    bool changed = false;
    for (const auto& [at, time] : begun_) {
      const auto& [unit, npu] = at;
      if (ended_.count(at) > 0 || time + endpoint(npu) > now_) continue;
      bool all = true;
      for (std::size_t r = 0; r < s_.graph().rounds.size(); ++r) {
        all = all && (unit_of(r) != unit || (done(r, npu) && sent(r, npu)));
      }
      if (!all) continue;
      ended_[at] = now_;
      changed = true;
    }
    return changed;
  }

  bool queue_up() {
    bool changed = false;
    for (const Unit& unit : units()) {
      for (int npu = 0; npu < s_.network.npus(); ++npu) {
        const UnitAt at{unit, npu};
        if (waiting_.count(at) > 0 || !takes_part(unit, npu) || !may_begin(at)) continue;
        waiting_[at] = now_;
        changed = true;
      }
    }
    return changed;
  }

  int running(int npu, int d) const {
    int count = 0;
    for (const auto& [at, time] : begun_) {
      count += at.second == npu && dimension(at.first) == d && ended_.count(at) == 0;
    }
    return count;
  }

  // The lowest NPU, and there the lowest dimension, that can begin a phase begins one.
  bool choose() {
    for (int npu = 0; npu < s_.network.npus(); ++npu) {
      for (int d = 0; d < queues(s_.network); ++d) {
        if (running(npu, d) >= s_.rules.active_chunks) continue;
        std::vector<Unit>& order = order_[d];
        const auto mine = std::find_if(order.begin(), order.end(), [&](const Unit& u) {
          return takes_part(u, npu) && begun_.count({u, npu}) == 0;
        });
        if (mine != order.end()) {
          if (waiting_.count({*mine, npu}) == 0) continue;
          begin({*mine, npu});
          return true;
        }
        const Unit* best = nullptr;
        for (const auto& [at, since] : waiting_) {
          const Unit& u = at.first;
          if (at.second != npu || dimension(u) != d || chosen_.count(u) > 0) continue;
          const std::set<Unit> first = before(u);
          if (!std::all_of(first.begin(), first.end(),
                           [&](const Unit& b) { return chosen_.count(b) > 0; })) {
            continue;
          }
          if (best == nullptr || goes_before(u, since, *best, waiting_[{*best, npu}])) best = &u;
        }
        if (best == nullptr) continue;
        const Unit chosen = *best;
        order.push_back(chosen);
        chosen_.insert(chosen);
        begin({chosen, npu});
        return true;
      }
    }
    return false;
  }

  void begin(const UnitAt& at) {
    begun_[at] = now_;
    instants_.insert(now_ + endpoint(at.second));
  }

  bool goes_before(const Unit& a, Time a_since, const Unit& b, Time b_since) const {
    if (std::get<0>(a) != std::get<0>(b)) {
      return (std::get<0>(a) < std::get<0>(b)) == (s_.rules.order == engine::Order::fifo);
    }
    return a_since != b_since ? a_since < b_since : a < b;
  }

  static bool is(const engine::Disturbance::End& end, const Node& node) {
    return end.npu >= 0 ? node == npu_node(end.npu)
                        : node.rfind("switch " + std::to_string(end.switch_of) + " ", 0) == 0;
  }

  Time latency(const Wire& wire) const {
    Time time = wire.latency.count();
    for (const auto& link : s_.disturbance.links) {
      if (link.latency && is(link.from, wire.from) && is(link.to, wire.to)) {
        time = link.latency->count();
      }
    }
    return time;
  }

  Time slowed(const Wire& wire, Time stay) const {
    for (const auto& link : s_.disturbance.links) {
      if (!is(link.from, wire.from) || !is(link.to, wire.to)) continue;
      stay = std::llround(static_cast<double>(stay) * link.slowdown);
    }
    return stay;
  }

  bool enter() {
    std::sort(under_way_.begin(), under_way_.end(), [](const Message& a, const Message& b) {
      return std::tuple(a.head, a.round, a.repetition, a.hop, a.from) <
             std::tuple(b.head, b.round, b.repetition, b.hop, b.from);
    });
    bool changed = false;
    std::vector<Message> on;
    for (Message& m : under_way_) {
      if (m.head > now_) {
        on.push_back(m);
        continue;
      }
      changed = true;
      const Wire& wire = m.wires[m.hop];
      const base::Bytes bytes = s_.graph().rounds[m.round].bytes_from(m.from);
      const rounds::Protocol& own = s_.graph().collective_of(s_.graph().rounds[m.round]).protocol;
      const base::BytesPerSecond reached{wire.bandwidth.count() * own.share};
      const Time stay =
          slowed(wire, engine::serialisation(bytes, reached).count() + own.sync.count());
      Time& free = free_[{wire.from, wire.to}];
      const Time start = std::max(now_, free);
      free = start + stay;
      link_bytes_ += bytes.count();
      if (m.hop == 0) {
        left_[{m.round, m.repetition, m.from}] = free;
        instants_.insert(free);
      }
      m.tail = std::max(start + stay, m.tail) + latency(wire);
      m.head = start + latency(wire);
      if (s_.rules.forwarding == engine::Forwarding::store_and_forward && wire.stores) {
        m.head = m.tail;
      }
      if (++m.hop < m.wires.size()) {
        instants_.insert(m.head);
        on.push_back(m);
      } else {
        arrived_[{m.round, m.repetition, m.to}] = m.tail;
        instants_.insert(m.tail);
      }
    }
    under_way_ = on;
    return changed;
  }

  const Scenario& s_;
  Time now_ = 0;
  std::set<Time> instants_;
  std::map<int, Time> delay_;
  std::map<int, double> slowdown_;
  std::map<UnitAt, Time> waiting_;  // since when, also once begun
  std::map<UnitAt, Time> begun_;
  std::map<UnitAt, Time> ended_;
  std::map<int, std::vector<Unit>> order_;
  std::set<Unit> chosen_;
  std::map<Step, Time> begun_rounds_;
  std::map<Step, Time> arrived_;
  std::map<Step, Time> left_;  // of the sender
  std::map<Step, Time> done_;
  std::vector<Message> under_way_;
  std::map<std::pair<Node, Node>, Time> free_;
  std::int64_t link_bytes_ = 0;
};

}  // namespace

NaiveResult simulate_naively(const Scenario& scenario) { return Naive(scenario).run(); }

}  // namespace jacquard::tb
