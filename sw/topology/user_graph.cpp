// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/user_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::topology {
namespace {

constexpr std::int32_t kNone = -1;

std::string name_of(int node, int npus) {
  return node < npus
             ? "NPU " + std::to_string(node)
             : "switch " + std::to_string(node - npus) + " (node " + std::to_string(node) + ")";
}

std::uint64_t ends_of(int from, int to) {
  return static_cast<std::uint64_t>(from) << 32 | static_cast<std::uint64_t>(to);
}

}  // namespace

UserGraph::UserGraph(int npus, int switches, const std::vector<Edge>& edges,
                     const config::Place& place, const Options& options)
    : npus_(npus), nodes_(npus + switches), options_(options), place_(place) {
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
    base::at(kinds_, node) = NodeKind::circuit_switch;
  }
  if (const int host = options.pxn_npus_per_host; host < 0 || (host > 0 && npus % host != 0)) {
    (place / "pxn" / "npus_per_host")
        .fail("a divisor of the " + std::to_string(npus) + " NPUs", std::to_string(host));
  }
  JQ_CHECK(options.places.empty() || options.places.size() == static_cast<std::size_t>(npus),
           "each NPU has a place");
  leaving_.resize(static_cast<std::size_t>(nodes_));
  arriving_.resize(static_cast<std::size_t>(nodes_));
  for (const Edge& edge : edges) add_link(edge);
  add_own_routes(place);
  require_connected();
  tables_.resize(static_cast<std::size_t>(npus_));
  once_ = std::make_unique<std::once_flag[]>(static_cast<std::size_t>(npus_));
}

void UserGraph::add_link(const Edge& edge) {
  const Link& link = edge.link;
  for (const int node : {link.from, link.to}) {
    if (node >= 0 && node < nodes_) continue;
    edge.place.fail("nodes in 0.." + std::to_string(nodes_ - 1), std::to_string(node));
  }
  if (link.from == link.to) {
    edge.place.fail("two different nodes", std::to_string(link.to) + " twice");
  }
  if (!(link.bandwidth > base::BytesPerSecond{0})) edge.place.fail("a bandwidth above 0");
  if (link.latency < base::Picoseconds{0}) edge.place.fail("a latency of at least 0");
  if (find(link.from, link.to)) {
    edge.place.fail("one link from a node to another",
                    "a second from " + name_of(link.from, npus_) + " to " + name_of(link.to, npus_),
                    "give one link the bandwidth of both");
  }
  Numbers& leaving = base::at(leaving_, link.from);
  const auto at =
      std::upper_bound(leaving.begin(), leaving.end(), link.to,
                       [this](int to, std::int32_t l) { return to < this->link(l).to; });
  const auto number = static_cast<std::int32_t>(links_.size());
  leaving.insert(at, number);
  base::at(arriving_, link.to).push_back(number);
  links_.push_back(link);
}

std::optional<LinkNumber> UserGraph::find(int from, int to) const {
  const Numbers& leaving = base::at(leaving_, from);
  const auto at = std::lower_bound(leaving.begin(), leaving.end(), to,
                                   [this](std::int32_t l, int node) { return link(l).to < node; });
  if (at == leaving.end() || link(*at).to != to) return std::nullopt;
  return *at;
}

void UserGraph::add_own_routes(const config::Place& place) {
  for (const OwnRoute& own : options_.own_routes) {
    const config::Place& at = own.place.source.empty() ? place : own.place;
    for (const int end : {own.from, own.to}) {
      if (end < 0 || end >= npus_) {
        at.fail("two NPUs in 0.." + std::to_string(npus_ - 1), std::to_string(end));
      }
    }
    if (own.from == own.to) at.fail("two different NPUs", std::to_string(own.to) + " twice");
    std::vector<int> nodes = own.via;
    nodes.push_back(own.to);
    std::vector<char> seen(static_cast<std::size_t>(nodes_), 0);
    base::at(seen, own.from) = 1;
    Numbers links;
    int before = own.from;
    for (const int node : nodes) {
      if (node < 0 || node >= nodes_) {
        at.fail("nodes in 0.." + std::to_string(nodes_ - 1), std::to_string(node));
      }
      char& here = base::at(seen, node);
      if (node < npus_ && node != own.to && !options_.npus_forward) {
        at.fail("switches between the two, as npus_forward is false", name_of(node, npus_));
      }
      if (here != 0) at.fail("each node once", name_of(node, npus_) + " again");
      here = 1;
      const auto link = find(before, node);
      if (!link) {
        at.fail("nodes that links join one after the other",
                "none from " + name_of(before, npus_) + " to " + name_of(node, npus_));
      }
      links.push_back(static_cast<std::int32_t>(*link));
      before = node;
    }
    if (!own_routes_.emplace(ends_of(own.from, own.to), std::move(links)).second) {
      at.fail("one way from an NPU to another", "a second from NPU " + std::to_string(own.from) +
                                                    " to NPU " + std::to_string(own.to));
    }
  }
  options_.own_routes.clear();
}

const UserGraph::Numbers* UserGraph::own_route(int from, int to) const {
  if (own_routes_.empty()) return nullptr;
  const auto at = own_routes_.find(ends_of(from, to));
  return at == own_routes_.end() ? nullptr : &at->second;
}

void UserGraph::fail_unreachable(int from, int to) const {
  place_.fail(options_.npus_forward ? "a way from every NPU to every other"
                                    : "a way from every NPU to every other past no other NPU",
              "none from " + name_of(from, npus_) + " to " + name_of(to, npus_));
}

// Where NPUs do not forward, a way is missed only when it is asked for: two NPUs that both reach a
// third then need not reach each other.
void UserGraph::require_connected() const {
  if (!options_.npus_forward) return;
  // All reach each other if 0 reaches all and all reach 0.
  std::vector<char> forth(leaving_.size(), 0);
  std::vector<int> found = {0};
  forth[0] = 1;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const std::int32_t number : base::at(leaving_, found[i])) {
      const int to = base::at(links_, number).to;
      if (base::at(forth, to) != 0) continue;
      base::at(forth, to) = 1;
      found.push_back(to);
    }
  }
  for (int npu = 1; npu < npus_; ++npu) {
    if (base::at(forth, npu) == 0) fail_unreachable(0, npu);
  }
  const Numbers back = find_routes(0).next;
  for (int npu = 1; npu < npus_; ++npu) {
    if (base::at(back, npu) == kNone) fail_unreachable(npu, 0);
  }
}

}  // namespace jacquard::topology
