// SPDX-License-Identifier: Apache-2.0
// Which links a message takes on a user's graph.
#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/topology/user_graph.hpp"

namespace jacquard::topology {
namespace {

constexpr std::int32_t kNone = -1;

// SplitMix64's finaliser (Steele, Lea & Flood 2014): every bit of x moves every bit of the result.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

std::uint64_t hash_of(int source, int target, int node) {
  std::uint64_t x = mixed(static_cast<std::uint64_t>(source) + 0x9e3779b97f4a7c15);
  x = mixed(x ^ static_cast<std::uint64_t>(target));
  return mixed(x ^ static_cast<std::uint64_t>(node));
}

using base::index;

}  // namespace

double UserGraph::most_route_bytes() const {
  constexpr double number = sizeof(std::int32_t);
  const bool one_for_all =
      options_.equal_routes == EqualRoutes::lowest || options_.equal_routes == EqualRoutes::spread;
  // A fat tree's node has half of its links up, all equally good to whoever is not below.
  const double equal = one_for_all ? 0 : nodes_ + static_cast<double>(links_.size()) / 2;
  return number * npus_ * (nodes_ + equal);
}

UserGraph::Table UserGraph::find_routes(int target) const {
  const auto size = static_cast<std::size_t>(nodes_);
  Table table;
  Numbers& next = table.next;
  next.assign(size, kNone);
  std::vector<base::Picoseconds> latency(size);
  std::vector<int> hops(size, -1);
  std::vector<int> reached = {target};
  hops[index(target)] = 0;
  // Breadth first: a node's latency is final before the nodes one link further are looked at.
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const auto to = index(reached[i]);
    if (!options_.npus_forward && kinds_[to] == NodeKind::npu && reached[i] != target) continue;
    for (const std::int32_t number : arriving_[to]) {
      const Link& link = base::at(links_, number);
      const auto from = index(link.from);
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
  if (options_.equal_routes != EqualRoutes::lowest) {
    choose_among_equal(target, hops, latency, table);
  }
  return table;
}

void UserGraph::choose_among_equal(int target, const std::vector<int>& hops,
                                   const std::vector<base::Picoseconds>& latency,
                                   Table& table) const {
  const bool one_for_all = options_.equal_routes == EqualRoutes::spread;
  Numbers equal;
  for (std::size_t node = 0; node < table.next.size(); ++node) {
    if (!one_for_all) table.first.push_back(static_cast<std::int32_t>(table.equal.size()));
    if (table.next[node] == kNone) continue;
    equal.clear();
    for (const std::int32_t number : leaving_[node]) {
      const Link& link = base::at(links_, number);
      const auto to = index(link.to);
      const bool passes = options_.npus_forward || kinds_[to] != NodeKind::npu || link.to == target;
      if (passes && hops[to] == hops[node] - 1 &&
          base::plus(latency[to], link.latency) == latency[node]) {
        equal.push_back(number);
      }
    }
    std::sort(equal.begin(), equal.end());
    if (one_for_all) {
      table.next[node] = equal[index(target) % equal.size()];
    } else {
      table.equal.insert(table.equal.end(), equal.begin(), equal.end());
    }
  }
  if (!one_for_all) table.first.push_back(static_cast<std::int32_t>(table.equal.size()));
}

const UserGraph::Table& UserGraph::table_to(int target) const {
  const auto t = index(target);
  std::call_once(once_[t], [&] { tables_[t] = find_routes(target); });
  return tables_[t];
}

std::size_t UserGraph::place_of(int npu) const {
  return index(options_.places.empty() ? npu : options_.places[index(npu)]);
}

int UserGraph::first_goal(int source, int target) const {
  const int host = options_.pxn_npus_per_host;
  if (host == 0 || source / host == target / host || source % host == target % host) return target;
  return source / host * host + target % host;
}

LinkNumber UserGraph::next(int node, int target, Walk& walk, const Loads* loads) const {
  if (const Numbers* own = own_route(walk.source, target)) return (*own)[walk.links++];
  if (walk.links++ == 0) walk.goal = first_goal(walk.source, target);
  if (walk.goal == node) walk.goal = target;
  const Table& table = table_to(walk.goal);
  if (table.next[index(node)] == kNone) fail_unreachable(node, walk.goal);
  if (table.first.empty()) return table.next[index(node)];
  const auto first = static_cast<std::size_t>(table.first[index(node)]);
  const std::size_t k = static_cast<std::size_t>(table.first[index(node) + 1]) - first;
  const auto at = [&](std::uint64_t place) -> LinkNumber { return table.equal[first + place % k]; };
  const std::uint64_t width = walk.width;
  walk.width *= k;
  if (walk.width >= static_cast<std::uint64_t>(npus_)) walk.width = 1;  // all digits are used
  if (k == 1) return at(0);
  switch (options_.equal_routes) {
    case EqualRoutes::hash:
      return at(hash_of(walk.source, target, node));
    case EqualRoutes::spray:
      return at((place_of(walk.source) + walk.turn) / width);
    default:
      break;
  }
  const std::uint64_t digit = place_of(target) / width;
  if (options_.equal_routes != EqualRoutes::adaptive || loads == nullptr) return at(digit);
  const auto wait = [&](std::uint64_t place) {
    return std::max<std::int64_t>(base::at(loads->free, at(place)) - loads->now, 0);
  };
  std::uint64_t best = digit;
  for (std::uint64_t place = digit + 1; place < digit + k; ++place) {
    if (wait(place) < wait(best)) best = place;
  }
  return at(best);
}

void UserGraph::route(int from, int to, std::vector<LinkNumber>& out, std::uint64_t turn) const {
  JQ_CHECK(from >= 0 && from < npus_ && to >= 0 && to < npus_, "a route is between NPUs");
  Walk walk;
  walk.source = from;
  walk.turn = turn;
  for (int node = from; node != to;) {
    out.push_back(next(node, to, walk));
    node = link(out.back()).to;
  }
}

}  // namespace jacquard::topology
