// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/user_graph.hpp"

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
                     const config::Place& place)
    : npus_(npus), nodes_(npus + switches) {
  if (npus < 1 || switches < 0 || npus > kMostNodes - switches) {
    place.fail("1.." + std::to_string(kMostNodes) + " NPUs and switches together",
               std::to_string(npus) + " and " + std::to_string(switches));
  }
  leaving_.resize(static_cast<std::size_t>(nodes_));
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
    leaving.insert(at, static_cast<std::int32_t>(links_.size()));
    links_.push_back(link);
  }
  require_connected(place);
  entered_by_.resize(static_cast<std::size_t>(npus_));
  once_ = std::make_unique<std::once_flag[]>(static_cast<std::size_t>(npus_));
}

UserGraph::~UserGraph() = default;

std::optional<LinkNumber> UserGraph::find(int from, int to) const {
  const Numbers& leaving = leaving_[static_cast<std::size_t>(from)];
  const auto at = std::lower_bound(leaving.begin(), leaving.end(), to,
                                   [this](std::int32_t l, int node) { return link(l).to < node; });
  if (at == leaving.end() || link(*at).to != to) return std::nullopt;
  return *at;
}

UserGraph::Numbers UserGraph::find_routes(int source) const {
  const auto size = static_cast<std::size_t>(nodes_);
  Numbers entered_by(size, kNone);
  std::vector<base::Picoseconds> latency(size);
  std::vector<int> hops(size, -1);
  std::vector<int> reached = {source};
  hops[static_cast<std::size_t>(source)] = 0;
  // Breadth first: a node's latency is final before the nodes one link further are looked at.
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const auto from = static_cast<std::size_t>(reached[next]);
    for (const std::int32_t number : leaving_[from]) {
      const Link& link = links_[static_cast<std::size_t>(number)];
      const auto to = static_cast<std::size_t>(link.to);
      const base::Picoseconds through = base::plus(latency[from], link.latency);
      if (hops[to] < 0) {
        hops[to] = hops[from] + 1;
        reached.push_back(link.to);
      } else if (hops[to] != hops[from] + 1 || latency[to] < through ||
                 (latency[to] == through && entered_by[to] < number)) {
        continue;
      }
      latency[to] = through;
      entered_by[to] = number;
    }
  }
  return entered_by;
}

void UserGraph::require_connected(const config::Place& place) const {
  const auto unreachable = [&](int from, int to) {
    place.fail("a way from every NPU to every other",
               "none from " + name_of(from, npus_) + " to " + name_of(to, npus_));
  };
  const Numbers forth = find_routes(0);
  for (int npu = 1; npu < npus_; ++npu) {
    if (forth[static_cast<std::size_t>(npu)] == kNone) unreachable(0, npu);
  }
  // All reach each other if 0 reaches all and all reach 0.
  std::vector<Numbers> arriving(leaving_.size());
  for (std::size_t i = 0; i < links_.size(); ++i) {
    arriving[static_cast<std::size_t>(links_[i].to)].push_back(links_[i].from);
  }
  std::vector<char> reaches(leaving_.size(), 0);
  std::vector<int> found = {0};
  reaches[0] = 1;
  for (std::size_t next = 0; next < found.size(); ++next) {
    for (const int from : arriving[static_cast<std::size_t>(found[next])]) {
      if (reaches[static_cast<std::size_t>(from)] != 0) continue;
      reaches[static_cast<std::size_t>(from)] = 1;
      found.push_back(from);
    }
  }
  for (int npu = 1; npu < npus_; ++npu) {
    if (reaches[static_cast<std::size_t>(npu)] == 0) unreachable(npu, 0);
  }
}

void UserGraph::route(int from, int to, std::vector<LinkNumber>& out) const {
  JQ_CHECK(from >= 0 && from < npus_ && to >= 0 && to < npus_, "a route is between NPUs");
  const auto source = static_cast<std::size_t>(from);
  std::call_once(once_[source], [&] { entered_by_[source] = find_routes(from); });
  const Numbers& entered_by = entered_by_[source];
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  for (int node = to; node != from;) {
    const std::int32_t number = entered_by[static_cast<std::size_t>(node)];
    out.push_back(number);
    node = link(number).from;
  }
  std::reverse(out.begin() + first, out.end());
}

}  // namespace jacquard::topology
