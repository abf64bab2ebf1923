// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/fabric_wiring.hpp"

#include <fmt/format.h>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/topology/shape_text.hpp"

namespace jacquard::engine {
namespace {

using rounds::Channel;
using topology::Block;

constexpr int kUp = 0;
constexpr int kDown = 1;

// Ports of an NPU in the engine's sense: those of topology, and the link down from a switch.
int ports_in(const topology::Dimension& d) {
  return topology::ports_of(d.block, d.size) + (topology::has_switch(d.block) && d.size > 1);
}

bool goes_up(int distance, int size, int dimension, Channel channel) {
  if (channel.dimension == dimension && channel.direction != Channel::Direction::any) {
    return channel.direction == Channel::Direction::up;
  }
  return 2 * distance <= size;
}

}  // namespace

FabricWiring::FabricWiring(const topology::Fabric& fabric, const Disturbance& disturbance)
    : fabric_(fabric), source_(disturbance.source) {
  npus_ = fabric.npus();
  dimensions_ = queues_ = fabric.dimensions();
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const topology::Dimension& dimension = fabric.dimension(d);
    port_base_.push_back(ports_);
    ports_ += ports_in(dimension);
    stride_.emplace_back(static_cast<std::uint32_t>(fabric.stride(d)));
    size_.emplace_back(static_cast<std::uint32_t>(dimension.size));
    classes_.push_back({dimension.bandwidth, dimension.latency, d});
  }
  links_ = std::int64_t{npus_} * ports_;
  remove_links(disturbance);
}

void FabricWiring::remove_links(const Disturbance& disturbance) {
  std::vector<char> gone;
  std::vector<char> has_gone(static_cast<std::size_t>(dimensions_), 0);
  for (std::size_t i = 0; i < disturbance.links.size(); ++i) {
    if (!disturbance.links[i].gone) continue;
    const std::int64_t number = disturbed_link(disturbance, i);
    int d = dimensions_ - 1;
    while (port_base(d) > number % ports_) --d;
    const topology::Dimension& dimension = fabric_.dimension(d);
    if (dimension.block != Block::ring || dimension.size < 3) {
      throw base::ConfigError({disturbance.source, fmt::format("/links/{}/gone", i),
                               "a link of a ring of three or more",
                               fmt::format("one of dimension {}", d), ""});
    }
    gone.resize(static_cast<std::size_t>(links_), 0);
    base::at(gone, number) = 1;
    base::at(has_gone, d) = 1;
  }
  gone_ = std::move(gone);
  has_gone_ = std::move(has_gone);
}

bool FabricWiring::is_whole(int from, int target, std::size_t d, bool up) const {
  const int in = static_cast<int>(d);
  const int size = fabric_.dimension(in).size;
  for (int at = from; digit(at, d) != digit(target, d);) {
    if (base::at(gone_, link(at, port_base(in) + (up ? kUp : kDown))) != 0) return false;
    at = fabric_.with_digit(at, in, (digit(at, d) + (up ? 1 : size - 1)) % size);
  }
  return true;
}

bool FabricWiring::way_round(int from, int target, std::size_t d, bool up) const {
  if (gone_.empty() || has_gone_[d] == 0 || is_whole(from, target, d, up)) return up;
  if (is_whole(from, target, d, !up)) return !up;
  throw base::ConfigError({source_, "/links", "a way between any two NPUs of a ring",
                           fmt::format("none from {} to {}", from, target), ""});
}

int FabricWiring::dimension_of_digit(int stride, int radix) const {
  for (int d = 0; d < fabric_.dimensions(); ++d) {
    const bool alike = base::at(has_gone_, d) == 0;
    if (alike && fabric_.stride(d) == stride && fabric_.dimension(d).size == radix) return d;
  }
  return -1;
}

Wiring::Hop FabricWiring::next(const Hop& last, int target, Channel channel) const {
  const int at = last.to;
  if (last.at_switch) {
    return {link(at, port_base(last.link_class) + kDown), last.link_class, at, false, true, {}};
  }
  std::size_t d = 0;
  int here = digit(at, d);
  int there = digit(target, d);
  while (here == there) {
    ++d;
    here = digit(at, d);
    there = digit(target, d);
  }
  const int in = static_cast<int>(d);
  const topology::Dimension& block = fabric_.dimension(in);
  const auto neighbour = [&](int to) { return at + (to - here) * fabric_.stride(in); };
  if (topology::has_switch(block.block)) {
    return {link(at, port_base(in) + kUp),  in, neighbour(there), true,
            block.block == Block::switched, {}};
  }
  const int distance = there > here ? there - here : there - here + block.size;
  if (block.block == Block::fully_connected) {
    return {link(at, port_base(in) + distance - 1), in, neighbour(there), false, true, {}};
  }
  if (block.size == 2) return {link(at, port_base(in)), in, neighbour(there), false, true, {}};
  if (way_round(at, target, d, goes_up(distance, block.size, in, channel))) {
    const int to = here + 1 == block.size ? 0 : here + 1;
    return {link(at, port_base(in) + kUp), in, neighbour(to), false, true, {}};
  }
  const int to = here == 0 ? block.size - 1 : here - 1;
  return {link(at, port_base(in) + kDown), in, neighbour(to), false, true, {}};
}

// One switch, where all members differ in one dimension that has one which keeps messages.
CastTree FabricWiring::cast_tree(const std::vector<CastMember>& members, Channel channel) const {
  CastTree tree;
  tree.nodes.resize(1);
  CastTree::Node& node = tree.nodes.front();
  node.stores = true;
  const int d = fabric_.first_difference(members[0].npu, members[1].npu);
  const topology::Dimension& dimension = fabric_.dimension(d);
  if (dimension.block != Block::switched) {
    tree.fault = fmt::format("{}({}), dimension {}", topology::block_name(dimension.block),
                             dimension.size, d);
    return tree;
  }
  for (const CastMember& member : members) {
    const int other = member.npu == members[0].npu ? members[1].npu : members[0].npu;
    if (fabric_.with_digit(member.npu, d, digit(other, base::index(d))) != other) {
      tree.fault = fmt::format("several dimensions between NPUs {} and {}", member.npu, other);
      return tree;
    }
    const Hop up = next(Hop::from(member.npu), other, channel);
    if (member.sends) {
      tree.from.push_back({up.link, d, 0, -1, false});
      tree.senders.push_back(member.rank);
      ++node.awaited;
    }
    if (member.receives) {
      node.down.push_back({link(member.npu, port_base(d) + kDown), d, -1, member.rank, true});
    }
  }
  return tree;
}

std::int64_t FabricWiring::disturbed_link(const Disturbance& disturbance, std::size_t index) const {
  const Disturbance::Link& d = disturbance.links[index];
  const auto fail = [&](const std::string& expected, const std::string& found) {
    throw base::ConfigError(
        {disturbance.source, fmt::format("/links/{}", index), expected, found, ""});
  };
  const auto check_npu = [&](int npu) {
    if (npu >= fabric_.npus()) {
      fail(fmt::format("NPUs below {}", fabric_.npus()), std::to_string(npu));
    }
  };
  const bool from_switch = d.from.npu == Disturbance::kNone;
  if (from_switch || d.to.npu == Disturbance::kNone) {
    const int npu = from_switch ? d.to.npu : d.from.npu;
    const int dimension = from_switch ? d.from.switch_of : d.to.switch_of;
    check_npu(npu);
    if (dimension < 0 || dimension >= fabric_.dimensions() ||
        !topology::has_switch(fabric_.dimension(dimension).block) ||
        fabric_.dimension(dimension).size < 2) {
      fail("a dimension with a switch", fmt::format("dimension {}", dimension));
    }
    return link(npu, port_base(dimension) + (from_switch ? kDown : kUp));
  }
  check_npu(d.from.npu);
  check_npu(d.to.npu);
  if (d.from.npu != d.to.npu) {
    const Hop hop = next(Hop::from(d.from.npu), d.to.npu, {-1, Channel::Direction::any});
    if (hop.to == d.to.npu && !hop.at_switch) return hop.link;
  }
  fail("two NPUs that a link joins", fmt::format("{} and {}", d.from.npu, d.to.npu));
  return 0;
}

std::vector<std::int64_t> FabricWiring::own_latencies() const {
  std::vector<std::int64_t> of_port;
  for (const topology::Dimension& d : fabric_.all()) {
    of_port.insert(of_port.end(), static_cast<std::size_t>(ports_in(d)), d.latency.count());
  }
  std::vector<std::int64_t> all;
  all.reserve(static_cast<std::size_t>(links()));
  for (int npu = 0; npu < fabric_.npus(); ++npu) {
    all.insert(all.end(), of_port.begin(), of_port.end());
  }
  return all;
}

}  // namespace jacquard::engine
