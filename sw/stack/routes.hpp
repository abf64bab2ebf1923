// SPDX-License-Identifier: Apache-2.0
// Which links between switches carry the circuits of each pattern. A pattern has its routes once
// and for all, so a setting of a switch follows from the patterns that are set, and nothing else.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/stack/conflicts.hpp"
#include "jacquard/stack/fabric.hpp"
#include "jacquard/stack/leaf_colours.hpp"
#include "jacquard/stack/plan.hpp"
#include "jacquard/stack/seating.hpp"

namespace jacquard::stack {

// A circuit between two leaves takes one number, its link: that uplink of the sender's leaf and the
// downlink of the same number of the receiver's leaf, both of spine link mod spines.
//
// The rule: a sender in place p of its leaf (port mod leaf ports) has the colour p mod
// (parts x uplinks); colour c is link c mod uplinks in part c / uplinks of the pattern. A receiver
// at a spare port gives its place instead: a rank that moved to the spare of its place leaves free
// the links of that number of its leaf, and ranks of many actors come together at the leaf of
// spares. Circuits for which the rule finds the link taken, broken, or in another pattern's way are
// exceptions, with colours of their own. A pattern has as few parts as its busiest leaf needs
// (Konig 1916: a bipartite multigraph has an edge colouring in as many colours as its largest
// degree).
class Routes {
 public:
  static constexpr int kLocal = -1;      // the circuit stays within its leaf, or the one crossbar
  static constexpr int kNotInPart = -2;  // another part of the pattern carries it, or none

  // `plan` outlives the routes. Throws ConfigError at `place` where two leaves have no link of the
  // same number that works on both sides, although a pattern connects them.
  Routes(const Plan& plan, const Fabric& fabric, const Sizes& sizes, const Seating& seating,
         const config::Place& place);

  // Into how many settings a pattern is cut: 1, unless leaves have too few uplinks. Circuits that
  // take no uplink are in part 0.
  int parts(int pattern) const { return base::at(routes_, pattern).parts; }
  // The number of a part of a pattern among all parts of all patterns.
  std::uint32_t setting(int pattern, int part) const {
    return base::at(routes_, pattern).first_setting + static_cast<std::uint32_t>(part);
  }
  std::uint32_t settings() const { return settings_; }

  // The link of the circuit from `sender`, a rank: kLocal, kNotInPart, or 0..uplinks-1.
  int link(int pattern, int part, int sender) const;

  int port_of_rank(int rank) const { return port_of_.empty() ? rank : base::at(port_of_, rank); }
  int leaf_of_rank(int rank) const { return port_of_rank(rank) / leaf_ports_; }
  int rank_at(int port) const;  // or rounds::kNobody

  // A circuit that the rule does not say.
  struct Exception {
    std::int32_t sender = 0;
    std::int32_t colour = 0;
  };
  // By sender, ascending.
  base::Span<const Exception> exceptions(int pattern) const {
    return exceptions_of(base::at(routes_, pattern));
  }
  std::int64_t exceptions() const { return static_cast<std::int64_t>(exceptions_.size()); }

  const Conflicts& conflicts() const { return conflicts_; }

 private:
  struct Route {
    std::int32_t parts = 1;
    std::uint32_t first_setting = 0;
    std::uint32_t first_exception = 0;
    std::uint32_t exceptions = 0;
  };

  void seat(const Sizes& sizes, const Seating& seating);
  void colour_all(const std::vector<std::vector<int>>& ranks, const Sizes& sizes,
                  const Seating& seating, const config::Place& place);
  void keep_exceptions(Route& route, const std::vector<LeafCircuit>& circuits,
                       const std::vector<int>& senders, const Colouring& colouring);
  bool goes_up(int from, int to) const;
  int place_of_rank(int rank) const { return port_of_rank(rank) % leaf_ports_; }
  // The place whose number the rule takes for the circuit.
  int ruling_place(int from, int to) const;
  int colour_of(const Route& route, int from, int to) const;
  base::Span<const Exception> exceptions_of(const Route& route) const {
    return {exceptions_.data() + route.first_exception, route.exceptions};
  }

  const Plan* plan_;
  bool tiers_;
  bool local_;
  int leaf_ports_;
  int uplinks_;
  int first_spare_;
  std::uint32_t settings_ = 0;
  std::vector<int> port_of_;  // empty: rank r is at port r
  std::vector<int> rank_at_;  // empty: likewise
  std::vector<Route> routes_;
  std::vector<Exception> exceptions_;  // by pattern, by sender
  Conflicts conflicts_;
};

}  // namespace jacquard::stack
