// SPDX-License-Identifier: Apache-2.0
// A tree of a graph's switches for a cast. Routes of all members towards one of them meet; its root
// is moved to the switch from which the farthest member is nearest.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/event/graph_wiring.hpp"

namespace jacquard::engine {
namespace {

using base::at;

constexpr int kNone = -1;

// Switches joined in a tree, and which of them each member is at.
class Switches {
 public:
  Switches(const topology::UserGraph& graph, const std::vector<CastMember>& members)
      : graph_(graph) {
    for (std::size_t m = 0; m < members.size(); ++m) {
      // Neighbours may have links of their own: another way leads over a switch.
      bool joined = false;
      for (std::size_t t = 0; t < members.size() && !joined; ++t) {
        joined = t != m && add_route(members[m].npu, members[t].npu, m == 0);
      }
      if (!joined) return;
    }
    fault_.clear();
  }

  const std::string& fault() const { return fault_; }
  int size() const { return static_cast<int>(nodes_.size()); }
  int node(int index) const { return at(nodes_, index); }
  int of_member(std::size_t member) const { return of_member_[member]; }
  const std::vector<int>& beside(int index) const { return at(beside_, index); }

  // The largest number of switches between one and a member.
  int farthest(int from) const {
    int most = 0;
    for_each_from(from, [&](int index, int, int depth) {
      if (std::find(of_member_.begin(), of_member_.end(), index) != of_member_.end()) {
        most = std::max(most, depth);
      }
    });
    return most;
  }

  // Calls visit(switch, the one before it, depth), those nearer to `root` first.
  template <class Visit>
  void for_each_from(int root, const Visit& visit) const {
    struct Place {
      int index, parent, depth;
    };
    std::vector<Place> all{{root, kNone, 0}};
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Place place = all[i];
      visit(place.index, place.parent, place.depth);
      for (const int next : beside(place.index)) {
        if (next != place.parent) all.push_back({next, place.index, place.depth + 1});
      }
    }
  }

 private:
  // Up to the first switch that is in the tree; the first route gives its first switch alone.
  // False, and nothing is added, where another NPU or a circuit switch comes before.
  bool add_route(int from, int target, bool only_first) {
    topology::UserGraph::Walk walk;
    walk.source = from;
    std::vector<int> way;
    do {
      const int node = graph_.link(graph_.next(way.empty() ? from : way.back(), target, walk)).to;
      if (node < graph_.npus() || graph_.kind(node) == topology::NodeKind::circuit_switch) {
        fault_ = fmt::format("{} {} on the way from {} to {}",
                             node < graph_.npus() ? "NPU" : "circuit switch", node, from, target);
        return false;
      }
      way.push_back(node);
    } while (!only_first && index_.count(way.back()) == 0);
    int before = kNone;
    for (const int node : way) {
      const auto [found, is_new] = index_.try_emplace(node, size());
      if (is_new) {
        nodes_.push_back(node);
        beside_.emplace_back();
      }
      if (before == kNone) {
        of_member_.push_back(found->second);
      } else {
        at(beside_, before).push_back(found->second);
        at(beside_, found->second).push_back(before);
      }
      before = found->second;
    }
    return true;
  }

  const topology::UserGraph& graph_;
  std::string fault_;
  std::map<int, int> index_;  // by node
  std::vector<int> nodes_;
  std::vector<int> of_member_;
  std::vector<std::vector<int>> beside_;
};

}  // namespace

CastTree GraphWiring::cast_tree(const std::vector<CastMember>& members, rounds::Channel) const {
  const Switches switches(graph_, members);
  CastTree tree;
  tree.fault = switches.fault();
  if (!tree.fault.empty()) return tree;
  int root = 0;
  for (int index = 1; index < switches.size(); ++index) {
    if (switches.farthest(index) < switches.farthest(root)) root = index;
  }
  const auto edge = [&](int from, int to, int node, int rank, bool goes_down) {
    const auto link = graph_.find(from, to);
    if (!link) {
      tree.fault = fmt::format("no link from node {} to {}", from, to);
      return CastEdge{};
    }
    return CastEdge{*link, at(ends_, *link).link_class, node, rank, goes_down};
  };
  tree.nodes.resize(base::index(switches.size()));
  std::vector<int> parent(tree.nodes.size(), kNone);
  std::vector<int> order;
  std::vector<char> sends(tree.nodes.size(), 0), receives(tree.nodes.size(), 0);
  switches.for_each_from(root, [&](int index, int before, int) {
    at(parent, index) = before;
    order.push_back(index);
    at(tree.nodes, index).stores = at(stores_, switches.node(index)) != 0;
  });
  for (std::size_t m = 0; m < members.size(); ++m) {
    const int index = switches.of_member(m);
    const int node = switches.node(index);
    if (members[m].sends) {
      tree.from.push_back(edge(members[m].npu, node, index, kNone, false));
      tree.senders.push_back(members[m].rank);
      ++at(tree.nodes, index).awaited;
      at(sends, index) = 1;
    }
    if (members[m].receives) {
      at(tree.nodes, index)
          .down.push_back(edge(node, members[m].npu, kNone, members[m].rank, true));
      at(receives, index) = 1;
    }
  }
  // The lowest first, as each tells the one above it.
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const int above = at(parent, *it);
    if (above == kNone) continue;
    const int node = switches.node(*it);
    if (at(sends, *it) != 0) {
      at(tree.nodes, *it).up.push_back(edge(node, switches.node(above), above, kNone, false));
      ++at(tree.nodes, above).awaited;
      at(sends, above) = 1;
    }
    if (at(receives, *it) != 0) {
      at(tree.nodes, above).down.push_back(edge(switches.node(above), node, *it, kNone, true));
      at(receives, above) = 1;
    }
  }
  return tree;
}

}  // namespace jacquard::engine
