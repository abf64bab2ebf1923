// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/routes.hpp"

namespace jacquard::astra {

using topology::Block;

OwnedLink Routes::next(const Stop& stop) const {
  const int d = dimension(stop);
  const Dimension& across = places_.dimension(d);
  const int from = places_.digit(stop.at, d);
  const int to = places_.digit(stop.to, d);
  const int up = (to - from + across.npus) % across.npus;
  if (across.block == Block::fully_connected) return {d, stop.at, up};
  if (across.block == Block::ring) return {d, stop.at, across.npus - up < up ? 1 : 0};
  if (stop.in_switch < 0) return {d, stop.at, 0};
  return {d, stop.at + (to - from) * places_.stride(d), 1};
}

bool Routes::advance(Stop& stop) const {
  const int d = dimension(stop);
  const Dimension& across = places_.dimension(d);
  const int from = places_.digit(stop.at, d);
  const int to = places_.digit(stop.to, d);
  if (across.block == Block::ring) {
    const int up = (to - from + across.npus) % across.npus;
    const int step = across.npus - up < up ? across.npus - 1 : 1;
    const int next = (from + step) % across.npus;
    stop.at += (next - from) * places_.stride(d);
  } else if (across.block != Block::fully_connected && stop.in_switch < 0) {
    stop.in_switch = d;
    return false;
  } else {
    stop.at += (to - from) * places_.stride(d);
    stop.in_switch = -1;
  }
  return stop.at == stop.to;
}

std::vector<OwnedLink> Routes::between(int from, int to) const {
  std::vector<OwnedLink> links;
  Stop stop{from, to, -1};
  do {
    links.push_back(next(stop));
  } while (!advance(stop));
  return links;
}

}  // namespace jacquard::astra
