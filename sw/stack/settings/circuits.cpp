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
  Kept kept = Kept::by_both;

  auto group() const { return std::tie(setting, sender, receiver, kept); }
};

bool before(const Crossing& a, const Crossing& b) {
  return a.group() != b.group() ? a.group() < b.group() : a.circuit.in < b.circuit.in;
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

// By switch, those of each in the order in which they came; and where each switch begins.
struct BySwitch {
  std::vector<Crossing> crossings;
  std::vector<std::size_t> first;
};

BySwitch by_switch(const std::vector<Crossing>& crossings, int switches) {
  BySwitch sorted;
  sorted.first.assign(index(switches) + 1, 0);
  for (const Crossing& c : crossings) ++sorted.first[index(c.number) + 1];
  for (std::size_t s = 1; s < sorted.first.size(); ++s) sorted.first[s] += sorted.first[s - 1];
  std::vector<std::size_t> next = sorted.first;
  sorted.crossings.resize(crossings.size());
  for (const Crossing& c : crossings) sorted.crossings[next[index(c.number)]++] = c;
  return sorted;
}

// The actors whose senders, and whose receivers, have circuits at each port of a switch.
class PortOwners {
 public:
  explicit PortOwners(int ports) : in_(index(ports)), out_(index(ports)) {}

  void add(const Crossing& crossing) {
    for (Owners* owners : {&of_input(crossing), &of_output(crossing)}) {
      meet(owners->sender, crossing.sender);
      meet(owners->receiver, crossing.receiver);
    }
  }
  Kept kept(const Crossing& crossing) {
    const Owners& in = of_input(crossing);
    const Owners& out = of_output(crossing);
    if (in.contended() || out.contended()) return Kept::in_use;
    if (in.sender != kSeveral && out.sender != kSeveral) return Kept::by_senders;
    if (in.receiver != kSeveral && out.receiver != kSeveral) return Kept::by_receivers;
    return Kept::by_both;
  }

 private:
  static constexpr std::int32_t kNone = -1;
  static constexpr std::int32_t kSeveral = -2;
  struct Owners {
    std::int32_t sender = kNone;
    std::int32_t receiver = kNone;
    bool contended() const { return sender == kSeveral && receiver == kSeveral; }
  };
  Owners& of_input(const Crossing& crossing) { return base::at(in_, crossing.circuit.in); }
  Owners& of_output(const Crossing& crossing) { return base::at(out_, crossing.circuit.out); }
  static void meet(std::int32_t& owner, std::int32_t actor) {
    owner = owner == kNone || owner == actor ? actor : kSeveral;
  }

  std::vector<Owners> in_;
  std::vector<Owners> out_;
};

}  // namespace

Circuits::Circuits(const Stack& stack, const Routes& routes) : fleeting_(routes.settings(), false) {
  const int switches = stack.sizes.switches();
  BySwitch sorted = by_switch(Tracer(stack, routes).all(), switches);
  circuits_.reserve(sorted.crossings.size());
  for (int number = 0; number < switches; ++number) {
    first_group_.push_back(groups_.size());
    const base::Span<Crossing> here{
        sorted.crossings.data() + base::at(sorted.first, number),
        base::at(sorted.first, number + 1) - base::at(sorted.first, number)};
    PortOwners owners(ports_of_switch(stack.sizes, number));
    for (const Crossing& c : here) owners.add(c);
    for (Crossing& c : here) c.kept = owners.kept(c);
    if (!std::is_sorted(here.begin(), here.end(), before)) {
      std::sort(here.begin(), here.end(), before);
    }
    for (std::size_t i = 0; i < here.size(); ++i) {
      const Crossing& c = here[i];
      if (i == 0 || here[i - 1].group() != c.group()) {
        groups_.push_back({c.setting, c.sender, c.receiver, c.kept,
                           static_cast<std::uint32_t>(circuits_.size()), 0});
      }
      if (c.kept == Kept::in_use) fleeting_[c.setting] = true;
      ++groups_.back().count;
      circuits_.push_back(c.circuit);
    }
  }
  first_group_.push_back(groups_.size());
  seat(stack);
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

}  // namespace jacquard::stack
