// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/user_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::topology {
namespace {

constexpr std::int32_t kNone = -1;

std::string name_of(int node, int npus) {
  return node < npus
             ? "NPU " + std::to_string(node)
             : "switch " + std::to_string(node - npus) + " (node " + std::to_string(node) + ")";
}

}  // namespace

UserGraph::UserGraph(int npus, int switches, const std::vector<Edge>& edges,
                     const config::Place& place, const Options& options)
    : npus_(npus), nodes_(npus + switches), equal_routes_(options.equal_routes) {
  if (npus < 1 || switches < 0 || npus > kMostNodes - switches) {
    place.fail("1.." + std::to_string(kMostNodes) + " NPUs and switches together",
               std::to_string(npus) + " and " + std::to_string(switches));
  }
  kinds_.assign(static_cast<std::size_t>(npus), NodeKind::npu);
  kinds_.resize(static_cast<std::size_t>(nodes_), NodeKind::packet_switch);
  for (std::size_t i = 0; i < options.circuit_switches.size(); ++i) {
    const int node = options.circuit_switches[i];
    if (node < npus_ || node >= nodes_) {
      (place / "circuit_switches" / i)
          .fail(switches == 0 ? "no node, as there are no switches"
                              : fmt::format("a switch, node {}..{}", npus_, nodes_ - 1),
                std::to_string(node));
    }
    kinds_[static_cast<std::size_t>(node)] = NodeKind::circuit_switch;
  }
  leaving_.resize(static_cast<std::size_t>(nodes_));
  arriving_.resize(static_cast<std::size_t>(nodes_));
  for (const Edge& edge : edges) {
    const Link& link = edge.link;
    for (const int node : {link.from, link.to}) {
      if (node >= 0 && node < nodes_) continue;
      edge.place.fail("nodes in 0.." + std::to_string(nodes_ - 1), std::to_string(node));
    }
    if (link.from == link.to)
      edge.place.fail("two different nodes", std::to_string(link.to) + " twice");
    if (!(link.bandwidth > base::BytesPerSecond{0})) edge.place.fail("a bandwidth above 0");
    if (link.latency < base::Picoseconds{0}) edge.place.fail("a latency of at least 0");
    if (find(link.from, link.to)) {
      edge.place.fail(
          "one link from a node to another",
          "a second from " + name_of(link.from, npus_) + " to " + name_of(link.to, npus_),
          "give one link the bandwidth of both");
    }
    Numbers& leaving = leaving_[static_cast<std::size_t>(link.from)];
    const auto at =
        std::upper_bound(leaving.begin(), leaving.end(), link.to,
                         [this](int to, std::int32_t l) { return to < this->link(l).to; });
    const auto number = static_cast<std::int32_t>(links_.size());
    leaving.insert(at, number);
    arriving_[static_cast<std::size_t>(link.to)].push_back(number);
    links_.push_back(link);
  }
  require_connected(place);
  next_.resize(static_cast<std::size_t>(npus_));
  once_ = std::make_unique<std::once_flag[]>(static_cast<std::size_t>(npus_));
}

std::optional<LinkNumber> UserGraph::find(int from, int to) const {
  const Numbers& leaving = leaving_[static_cast<std::size_t>(from)];
  const auto at = std::lower_bound(leaving.begin(), leaving.end(), to,
                                   [this](std::int32_t l, int node) { return link(l).to < node; });
  if (at == leaving.end() || link(*at).to != to) return std::nullopt;
  return *at;
}

UserGraph::Numbers UserGraph::find_routes(int target) const {
  const auto size = static_cast<std::size_t>(nodes_);
  Numbers next(size, kNone);
  std::vector<base::Picoseconds> latency(size);
  std::vector<int> hops(size, -1);
  std::vector<int> reached = {target};
  hops[static_cast<std::size_t>(target)] = 0;
  // Breadth first: a node's latency is final before the nodes one link further are looked at.
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const auto to = static_cast<std::size_t>(reached[i]);
    for (const std::int32_t number : arriving_[to]) {
      const Link& link = links_[static_cast<std::size_t>(number)];
      const auto from = static_cast<std::size_t>(link.from);
      const base::Picoseconds through = base::plus(latency[to], link.latency);
      if (hops[from] < 0) {
        hops[from] = hops[to] + 1;
        reached.push_back(link.from);
      } else if (hops[from] != hops[to] + 1 || latency[from] < through ||
                 (latency[from] == through && next[from] < number)) {
        continue;
      }
      latency[from] = through;
      next[from] = number;
    }
  }
  if (equal_routes_ == EqualRoutes::spread) spread(target, hops, latency, next);
  return next;
}

void UserGraph::spread(int target, const std::vector<int>& hops,
                       const std::vector<base::Picoseconds>& latency, Numbers& next) const {
  Numbers equal;
  for (std::size_t node = 0; node < next.size(); ++node) {
    if (next[node] == kNone) continue;
    equal.clear();
    for (const std::int32_t number : leaving_[node]) {
      const Link& link = links_[static_cast<std::size_t>(number)];
      const auto to = static_cast<std::size_t>(link.to);
      if (hops[to] == hops[node] - 1 && base::plus(latency[to], link.latency) == latency[node]) {
        equal.push_back(number);
      }
    }
    std::sort(equal.begin(), equal.end());
    next[node] = equal[static_cast<std::size_t>(target) % equal.size()];
  }
}

void UserGraph::require_connected(const config::Place& place) const {
  const auto unreachable = [&](int from, int to) {
    place.fail("a way from every NPU to every other",
               "none from " + name_of(from, npus_) + " to " + name_of(to, npus_));
  };
  // All reach each other if 0 reaches all and all reach 0.
  std::vector<char> forth(leaving_.size(), 0);
  std::vector<int> found = {0};
  forth[0] = 1;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const std::int32_t number : leaving_[static_cast<std::size_t>(found[i])]) {
      const int to = links_[static_cast<std::size_t>(number)].to;
      if (forth[static_cast<std::size_t>(to)] != 0) continue;
      forth[static_cast<std::size_t>(to)] = 1;
      found.push_back(to);
    }
  }
  for (int npu = 1; npu < npus_; ++npu) {
    if (forth[static_cast<std::size_t>(npu)] == 0) unreachable(0, npu);
  }
  const Numbers back = find_routes(0);
  for (int npu = 1; npu < npus_; ++npu) {
    if (back[static_cast<std::size_t>(npu)] == kNone) unreachable(npu, 0);
  }
}

LinkNumber UserGraph::next(int node, int target) const {
  const auto t = static_cast<std::size_t>(target);
  std::call_once(once_[t], [&] { next_[t] = find_routes(target); });
  return next_[t][static_cast<std::size_t>(node)];
}

void UserGraph::route(int from, int to, std::vector<LinkNumber>& out) const {
  JQ_CHECK(from >= 0 && from < npus_ && to >= 0 && to < npus_, "a route is between NPUs");
  for (int node = from; node != to;) {
    out.push_back(next(node, to));
    node = link(out.back()).to;
  }
}

}  // namespace jacquard::topology
