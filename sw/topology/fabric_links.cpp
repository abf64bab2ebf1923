// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/fabric_links.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::topology {
namespace {

// Which part an element belongs to, where `first` holds the first of each part and the end.
template <class Number>
int part_of(const std::vector<Number>& first, Number number) {
  const auto after = std::upper_bound(first.begin(), first.end(), number);
  return static_cast<int>(after - first.begin()) - 1;
}

}  // namespace

FabricLinks::FabricLinks(Fabric fabric) : fabric_(std::move(fabric)) {
  LinkNumber links = 0;
  int nodes = npus();
  first_link_.push_back(links);
  first_switch_.push_back(nodes);
  for (const Dimension& d : fabric_.all()) {
    links += LinkNumber{npus()} * ports_of(d.block, d.size);
    if (has_switch(d.block) && d.size > 1) {
      links += npus();
      nodes += npus() / d.size;
    }
    first_link_.push_back(links);
    first_switch_.push_back(nodes);
  }
  nodes_ = nodes;
}

int FabricLinks::dimension_of(LinkNumber number) const {
  JQ_CHECK(number >= 0 && number < links(), "a link's number is one of the fabric's");
  return part_of(first_link_, number);
}

int FabricLinks::dimension_of_switch(int node) const {
  JQ_CHECK(node >= npus() && node < nodes_, "a switch's number is one of the fabric's");
  return part_of(first_switch_, node);
}

NodeKind FabricLinks::kind(int node) const {
  if (node < npus()) return NodeKind::npu;
  return fabric_.dimension(dimension_of_switch(node)).block == Block::crossbar
             ? NodeKind::circuit_switch
             : NodeKind::packet_switch;
}

int FabricLinks::switch_of(int npu, int d) const {
  return first_switch_[static_cast<std::size_t>(d)] + fabric_.instance(npu, d);
}

LinkNumber FabricLinks::out_link(int npu, int d, int port) const {
  const Dimension& dimension = fabric_.dimension(d);
  return first_link(d) + LinkNumber{npu} * ports_of(dimension.block, dimension.size) + port;
}

Link FabricLinks::link(LinkNumber number) const {
  const int d = dimension_of(number);
  const Dimension& dimension = fabric_.dimension(d);
  const int ports = ports_of(dimension.block, dimension.size);
  const LinkNumber within = number - first_link(d);
  Link link{0, 0, dimension.bandwidth, dimension.latency, d};
  if (within >= LinkNumber{npus()} * ports) {
    link.to = static_cast<int>(within - npus());
    link.from = switch_of(link.to, d);
    return link;
  }
  link.from = static_cast<int>(within / ports);
  const auto port = static_cast<int>(within % ports);
  if (has_switch(dimension.block)) {
    link.to = switch_of(link.from, d);
    return link;
  }
  const bool backwards = dimension.block == Block::ring && port == 1;
  const int step = backwards ? dimension.size - 1 : port + 1;
  link.to = fabric_.with_digit(link.from, d, (fabric_.digit(link.from, d) + step) % dimension.size);
  return link;
}

std::optional<LinkNumber> FabricLinks::find(int from, int to) const {
  if (from >= npus() && to >= npus()) return std::nullopt;
  if (from >= npus() || to >= npus()) {
    const int npu = std::min(from, to);
    const int d = dimension_of_switch(std::max(from, to));
    if (switch_of(npu, d) != std::max(from, to)) return std::nullopt;
    return from < to ? out_link(npu, d, 0) : down_link(npu, d);
  }
  const int d = fabric_.first_difference(from, to);
  if (d == fabric_.dimensions()) return std::nullopt;
  const Dimension& dimension = fabric_.dimension(d);
  const int there = fabric_.digit(to, d);
  if (has_switch(dimension.block) || fabric_.with_digit(from, d, there) != to) return std::nullopt;
  const int step = (there - fabric_.digit(from, d) + dimension.size) % dimension.size;
  if (dimension.block == Block::fully_connected || step == 1) return out_link(from, d, step - 1);
  if (step == dimension.size - 1) return out_link(from, d, 1);
  return std::nullopt;
}

void FabricLinks::route_in(int d, int from, int to, std::vector<LinkNumber>& out) const {
  const Dimension& dimension = fabric_.dimension(d);
  const int n = dimension.size;
  const int ahead = (fabric_.digit(to, d) - fabric_.digit(from, d) + n) % n;
  switch (dimension.block) {
    case Block::switched:
    case Block::crossbar:
      out.push_back(out_link(from, d, 0));
      out.push_back(down_link(to, d));
      return;
    case Block::fully_connected:
      out.push_back(out_link(from, d, ahead - 1));
      return;
    case Block::ring:
      const bool forwards = 2 * ahead <= n;
      const int hops = forwards ? ahead : n - ahead;
      int digit = fabric_.digit(from, d);
      for (int hop = 0; hop < hops; ++hop) {
        out.push_back(out_link(fabric_.with_digit(from, d, digit), d, forwards ? 0 : 1));
        digit = (digit + (forwards ? 1 : n - 1)) % n;
      }
      return;
  }
}

void FabricLinks::route(int from, int to, std::vector<LinkNumber>& out) const {
  JQ_CHECK(from >= 0 && from < npus() && to >= 0 && to < npus(), "a route is between NPUs");
  for (int d = 0; d < fabric_.dimensions(); ++d) {
    const int next = fabric_.with_digit(from, d, fabric_.digit(to, d));
    if (next != from) route_in(d, from, next, out);
    from = next;
  }
}

}  // namespace jacquard::topology
