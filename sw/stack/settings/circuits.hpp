// SPDX-License-Identifier: Apache-2.0
// Which circuits each pattern needs in each switch, all listed: a setting is then the union of the
// lists of the patterns that are set.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"
#include "jacquard/stack/switches.hpp"

namespace jacquard::stack {

// Ports of one switch.
struct Circuit {
  std::int32_t in = 0;
  std::int32_t out = 0;

  friend bool operator==(const Circuit& a, const Circuit& b) {
    return a.in == b.in && a.out == b.out;
  }
};

// Calls take(switch, circuit) for each switch on the way of what rank `from` sends to rank `to` by
// a part of a pattern: none where another part carries it.
template <class Take>
void each_crossing(const Stack& stack, const Routes& routes, int pattern, int part, int from,
                   int to, const Take& take) {
  if (to == rounds::kNobody || to == from) return;
  const int link = routes.link(pattern, part, from);
  if (link == Routes::kNotInPart) return;
  const Sizes& sizes = stack.sizes;
  const int port_from = stack.port(from);
  const int port_to = stack.port(to);
  const int leaf_from = leaf_of(sizes, port_from);
  const int leaf_to = leaf_of(sizes, port_to);
  const int in = port_at_leaf(sizes, port_from);
  const int out = port_at_leaf(sizes, port_to);
  if (link == Routes::kLocal) {
    take(leaf_from, Circuit{in, out});
    return;
  }
  const int uplink = uplink_at_leaf(sizes, link);
  take(leaf_from, Circuit{in, uplink});
  const int below = port_at_spine(sizes, leaf_from, link);
  const int above = port_at_spine(sizes, leaf_to, link);
  const int pod_link = routes.pod_link(pattern, part, from);
  if (pod_link == Routes::kLocal) {
    take(spine_of(sizes, leaf_from, link), Circuit{below, above});
  } else {
    const int to_core = uplink_at_spine(sizes, pod_link);
    take(spine_of(sizes, leaf_from, link), Circuit{below, to_core});
    take(core_of(sizes, pod_link), Circuit{port_at_core(sizes, pod_of(sizes, leaf_from), pod_link),
                                           port_at_core(sizes, pod_of(sizes, leaf_to), pod_link)});
    take(spine_of(sizes, leaf_to, link), Circuit{to_core, above});
  }
  take(leaf_to, Circuit{uplink, out});
}

// Until when a circuit stays set after its use: until the senders' actor uses another pattern at
// the switch, or the receivers' actor, or either of them, as its ports are theirs alone. A port
// that has no such owner could be wanted by one actor while another holds it: the use ends the
// circuit.
enum class Kept : std::uint8_t { by_senders, by_receivers, by_both, in_use };

// Of one part of a pattern (Routes::setting), from the ranks of one actor to those of one.
struct CircuitGroup {
  std::uint32_t setting = 0;
  std::int32_t sender = 0;
  std::int32_t receiver = 0;
  Kept kept = Kept::by_both;
  std::uint32_t first = 0;  // in Circuits' list
  std::uint32_t count = 0;
};

// The same for each channel.
class Circuits {
 public:
  Circuits(const Stack& stack, const Routes& routes);

  // By setting, sender, receiver, how they are kept.
  base::Span<const CircuitGroup> through(int switch_number) const {
    const auto first = base::at(first_group_, switch_number);
    return {groups_.data() + first, base::at(first_group_, switch_number + 1) - first};
  }
  // By port in.
  base::Span<const Circuit> of(const CircuitGroup& group) const {
    return {circuits_.data() + group.first, group.count};
  }
  // NPU ports of a leaf, or the crossbar, at which ranks of this actor are; ascending.
  base::Span<const std::int32_t> ports_of(int switch_number, int actor) const;
  // Actors with ranks at a leaf, or the crossbar; ascending. None at a spine.
  std::vector<int> actors_at(int switch_number) const;

  // Of each setting: whether some circuit of it is kept in use only.
  const std::vector<bool>& fleeting() const { return fleeting_; }

 private:
  void seat(const Stack& stack);

  std::vector<std::size_t> first_group_;  // of each switch, and the end
  std::vector<CircuitGroup> groups_;
  std::vector<Circuit> circuits_;
  struct Seats {
    std::int32_t leaf = 0;
    std::int32_t actor = 0;
    std::size_t first = 0;
  };
  std::vector<Seats> seats_;  // by leaf, then actor; an end
  std::vector<std::int32_t> seat_ports_;
  std::vector<bool> fleeting_;
};

}  // namespace jacquard::stack
