// SPDX-License-Identifier: Apache-2.0
// Which links between switches carry the circuits of each pattern. A pattern has its routes once
// and for all, so a setting of a switch follows from the patterns that are set, and nothing else.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/stack/conflicts.hpp"
#include "jacquard/stack/fabric.hpp"
#include "jacquard/stack/plan.hpp"
#include "jacquard/stack/seating.hpp"
#include "jacquard/stack/switches.hpp"
#include "jacquard/stack/tier_colours.hpp"

namespace jacquard::stack {

// A circuit between two leaves takes one number, its link: that uplink of the sender's leaf and the
// downlink of the same number of the receiver's leaf, both of spine link mod spines. Between two
// pods it takes a second, its pod link, likewise: that uplink of the sender's pod, at the same
// spine as its link, and the downlink of the same number of the receiver's pod.
//
// The rule: a sender in place p of its leaf (port mod leaf ports) has the colour p mod
// (parts x uplinks); colour c is link c mod uplinks in part c / uplinks of the pattern. A receiver
// at a spare port gives its place instead. A rank that moved to the spare of its place leaves free
// the links of that number of its leaf. Ranks of many actors come together at the leaf of spares,
// each with the link of its own place. Circuits for which the rule finds the link taken, broken, or
// in another pattern's way are exceptions, with colours of their own. A pattern has as few parts as
// its busiest leaf needs (Konig 1916: a bipartite multigraph has an edge colouring in as many
// colours as its largest degree). Pod links are coloured spine by spine in the same manner; there
// the rule takes the port at which the circuit comes up to the spine.
class Routes {
 public:
  static constexpr int kLocal = -1;      // the circuit stays within its leaf, or the one crossbar
  static constexpr int kNotInPart = -2;  // another part of the pattern carries it, or none

  // `plan` outlives the routes. Throws ConfigError at `place` where two leaves have no link of the
  // same number that works on both sides, although a pattern connects them.
  Routes(const Plan& plan, const Fabric& fabric, const Sizes& sizes, const Seating& seating,
         const config::Place& place);

  // Into how many settings a pattern is cut: 1, unless leaves or pods have too few uplinks.
  // Circuits that take no uplink are in part 0.
  int parts(int pattern) const {
    return tiers_ ? leaf_colours_.parts(pattern) * pod_parts(pattern) : 1;
  }
  // The number of a part of a pattern among all parts of all patterns.
  std::uint32_t setting(int pattern, int part) const {
    return base::at(first_setting_, pattern) + static_cast<std::uint32_t>(part);
  }
  std::uint32_t settings() const { return first_setting_.back(); }

  // The link of the circuit from `sender`, a rank: kLocal, kNotInPart, or 0..uplinks-1.
  int link(int pattern, int part, int sender) const;
  // Its pod link: kLocal within a pod, kNotInPart, or 0..spines x pod_links-1.
  int pod_link(int pattern, int part, int sender) const;

  int port_of_rank(int rank) const { return port_of_.empty() ? rank : base::at(port_of_, rank); }
  int leaf_of_rank(int rank) const { return port_of_rank(rank) / sizes_.leaf_ports; }
  int rank_at(int port) const;  // or rounds::kNobody

  std::int64_t exceptions() const { return leaf_colours_.exceptions() + pod_colours_.exceptions(); }

  const Conflicts& conflicts() const { return conflicts_; }

 private:
  friend class Router;

  struct Way {
    int part = 0;
    int link = kLocal;
    int pod_link = kLocal;
  };
  Way way(int pattern, int from, int to) const;
  Way way_in(int pattern, int part, int sender) const;
  int pod_parts(int pattern) const { return sizes_.pods > 1 ? pod_colours_.parts(pattern) : 1; }
  bool goes_up(int from, int to) const;
  bool leaves_pod(int from, int to) const {
    return sizes_.pods > 1 &&
           pod_of(sizes_, leaf_of_rank(from)) != pod_of(sizes_, leaf_of_rank(to));
  }
  bool at_spare(int from, int to) const {
    return port_of_rank(from) >= first_spare_ || port_of_rank(to) >= first_spare_;
  }
  // The place whose number the rule takes for the circuit.
  int ruling_place(int from, int to) const;

  const Plan* plan_;
  bool tiers_;
  bool local_;
  Sizes sizes_;
  int first_spare_;
  std::vector<int> port_of_;                  // empty: rank r is at port r
  std::vector<int> rank_at_;                  // empty: likewise
  std::vector<std::uint32_t> first_setting_;  // of each pattern, and their number
  TierColours leaf_colours_;
  TierColours pod_colours_;
  Conflicts conflicts_;
};

}  // namespace jacquard::stack
