// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/settings/circuits.hpp"

#include <algorithm>
#include <tuple>

#include "jacquard/base/at.hpp"

namespace jacquard::stack {
namespace {

using base::index;

struct Crossing {
  std::int32_t number = 0;  // of the switch
  std::uint32_t setting = 0;
  std::int32_t sender = 0;
  std::int32_t receiver = 0;
  Circuit circuit;

  auto key() const { return std::tie(number, setting, sender, receiver, circuit.in); }
};

bool of_one_group(const Crossing& a, const Crossing& b) {
  return a.setting == b.setting && a.sender == b.sender && a.receiver == b.receiver;
}

class Tracer {
 public:
  Tracer(const Stack& stack, const Routes& routes) : stack_(stack), routes_(routes) {
    by_actor_.resize(stack.plan.actors.size());
    for (int rank = 0; rank < stack.plan.ranks; ++rank) {
      base::at(by_actor_, base::at(stack.plan.actor_of, rank)).push_back(rank);
    }
  }

  std::vector<Crossing> all() {
    for (int p = 0; p < static_cast<int>(stack_.plan.patterns.size()); ++p) trace(p);
    return std::move(crossings_);
  }

 private:
  void trace(int pattern) {
    const Pattern& of = base::at(stack_.plan.patterns, pattern);
    for (int part = 0; part < routes_.parts(pattern); ++part) {
      setting_ = routes_.setting(pattern, part);
      if (of.kind == Pattern::Kind::listed) {
        for (const auto& [from, to] : of.pairs) trace(pattern, part, from, to);
        continue;
      }
      for (const int actor : of.senders) {
        for (const int rank : base::at(by_actor_, actor)) {
          trace(pattern, part, rank, receiver(of, rank, actor));
        }
      }
    }
  }

  void trace(int pattern, int part, int from, int to) {
    each_crossing(stack_, routes_, pattern, part, from, to, [&](int number, Circuit circuit) {
      crossings_.push_back({number, setting_, base::at(stack_.plan.actor_of, from),
                            base::at(stack_.plan.actor_of, to), circuit});
    });
  }

  const Stack& stack_;
  const Routes& routes_;
  std::vector<std::vector<int>> by_actor_;
  std::uint32_t setting_ = 0;
  std::vector<Crossing> crossings_;
};

// Stable, by switch: what comes by pattern stays so, and each part is then nearly in order.
std::vector<Crossing> by_switch(const std::vector<Crossing>& crossings, int switches) {
  std::vector<std::size_t> next(index(switches) + 1, 0);
  for (const Crossing& c : crossings) ++next[index(c.number) + 1];
  for (std::size_t s = 1; s < next.size(); ++s) next[s] += next[s - 1];
  std::vector<std::size_t> ends(next.begin() + 1, next.end());
  std::vector<Crossing> sorted(crossings.size());
  for (const Crossing& c : crossings) sorted[next[index(c.number)]++] = c;
  const auto before = [](const Crossing& a, const Crossing& b) { return a.key() < b.key(); };
  std::size_t first = 0;
  for (const std::size_t end : ends) {
    const auto from = sorted.begin() + static_cast<std::ptrdiff_t>(first);
    const auto to = sorted.begin() + static_cast<std::ptrdiff_t>(end);
    if (!std::is_sorted(from, to, before)) std::sort(from, to, before);
    first = end;
  }
  return sorted;
}

// The actors whose senders, and whose receivers, have circuits at each port of a switch.
class PortOwners {
 public:
  explicit PortOwners(int ports) : in_(index(ports)), out_(index(ports)) {}

  void add(const Circuit& circuit, std::int32_t sender, std::int32_t receiver) {
    for (Owners* owners : {&base::at(in_, circuit.in), &base::at(out_, circuit.out)}) {
      meet(owners->sender, sender);
      meet(owners->receiver, receiver);
    }
  }
  bool senders_own(const Circuit& c) const {
    return base::at(in_, c.in).sender != kSeveral && base::at(out_, c.out).sender != kSeveral;
  }
  bool receivers_own(const Circuit& c) const {
    return base::at(in_, c.in).receiver != kSeveral && base::at(out_, c.out).receiver != kSeveral;
  }
  bool contended(const Circuit& c) const {
    return base::at(in_, c.in).contended() || base::at(out_, c.out).contended();
  }

 private:
  static constexpr std::int32_t kNone = -1;
  static constexpr std::int32_t kSeveral = -2;
  struct Owners {
    std::int32_t sender = kNone;
    std::int32_t receiver = kNone;
    bool contended() const { return sender == kSeveral && receiver == kSeveral; }
  };
  static void meet(std::int32_t& owner, std::int32_t actor) {
    owner = owner == kNone || owner == actor ? actor : kSeveral;
  }

  std::vector<Owners> in_;
  std::vector<Owners> out_;
};

}  // namespace

Circuits::Circuits(const Stack& stack, const Routes& routes) {
  const int switches = stack.sizes.switches();
  const std::vector<Crossing> crossings = by_switch(Tracer(stack, routes).all(), switches);
  circuits_.reserve(crossings.size());
  std::size_t next = 0;
  for (int number = 0; number < switches; ++number) {
    first_group_.push_back(groups_.size());
    const std::size_t first = next;
    for (; next < crossings.size() && crossings[next].number == number; ++next) {
      const Crossing& c = crossings[next];
      if (next == first || !of_one_group(crossings[next - 1], c)) {
        groups_.push_back(
            {c.setting, c.sender, c.receiver, static_cast<std::uint32_t>(circuits_.size()), 0});
      }
      ++groups_.back().count;
      circuits_.push_back(c.circuit);
    }
  }
  first_group_.push_back(groups_.size());
  seat(stack);
  find_owners(stack.sizes, routes.settings());
}

void Circuits::seat(const Stack& stack) {
  struct Seat {
    int leaf, actor, port;
  };
  std::vector<Seat> seats;
  for (int rank = 0; rank < stack.plan.ranks; ++rank) {
    const int port = stack.port(rank);
    seats.push_back({leaf_of(stack.sizes, port), base::at(stack.plan.actor_of, rank),
                     port_at_leaf(stack.sizes, port)});
  }
  std::sort(seats.begin(), seats.end(), [](const Seat& a, const Seat& b) {
    return std::tie(a.leaf, a.actor, a.port) < std::tie(b.leaf, b.actor, b.port);
  });
  for (const Seat& seat : seats) {
    if (seats_.empty() || seats_.back().leaf != seat.leaf || seats_.back().actor != seat.actor) {
      seats_.push_back({seat.leaf, seat.actor, seat_ports_.size()});
    }
    seat_ports_.push_back(seat.port);
  }
  seats_.push_back({stack.sizes.switches(), 0, seat_ports_.size()});
}

base::Span<const std::int32_t> Circuits::ports_of(int switch_number, int actor) const {
  const auto at = std::lower_bound(seats_.begin(), seats_.end(), std::tuple(switch_number, actor),
                                   [](const Seats& seats, const std::tuple<int, int>& key) {
                                     return std::tuple(seats.leaf, seats.actor) < key;
                                   });
  if (at->leaf != switch_number || at->actor != actor) return {};
  return {seat_ports_.data() + at->first, (at + 1)->first - at->first};
}

std::vector<int> Circuits::actors_at(int switch_number) const {
  std::vector<int> actors;
  for (const Seats& seats : seats_) {
    if (seats.leaf == switch_number) actors.push_back(seats.actor);
  }
  return actors;
}

// A port that one actor's senders have to themselves, or one actor's receivers, is set by what that
// actor uses last. A port that has neither such owner could be wanted by one actor while another
// still holds it.
void Circuits::find_owners(const Sizes& sizes, std::uint32_t settings) {
  fleeting_.assign(settings, false);
  for (int number = 0; number < sizes.switches(); ++number) {
    PortOwners owners(ports_of_switch(sizes, number));
    const auto first =
        groups_.begin() + static_cast<std::ptrdiff_t>(base::at(first_group_, number));
    const auto last =
        groups_.begin() + static_cast<std::ptrdiff_t>(base::at(first_group_, number + 1));
    for (auto group = first; group != last; ++group) {
      for (const Circuit& circuit : of(*group)) owners.add(circuit, group->sender, group->receiver);
    }
    for (auto group = first; group != last; ++group) {
      bool senders_own = true;
      bool receivers_own = true;
      for (const Circuit& circuit : of(*group)) {
        senders_own = senders_own && owners.senders_own(circuit);
        receivers_own = receivers_own && owners.receivers_own(circuit);
        if (owners.contended(circuit)) fleeting_[group->setting] = true;
      }
      group->by_sender = senders_own || !receivers_own;
      group->by_receiver = !senders_own;
    }
  }
}

}  // namespace jacquard::stack
