// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/ports.hpp"

#include "jacquard/base/error.hpp"

namespace jacquard::topology {
namespace {

// The port of dimension d on the way to what is `ahead` digits on.
Port towards(const Fabric& fabric, int d, int ahead) {
  const Dimension& dimension = fabric.dimension(d);
  if (has_switch(dimension.block)) return {d, 0};
  if (dimension.block == Block::fully_connected) return {d, ahead - 1};
  return {d, 2 * ahead <= dimension.size ? 0 : 1};
}

int ahead_in(const Fabric& fabric, int d, int from, int to) {
  const int n = fabric.dimension(d).size;
  return (fabric.digit(to, d) - fabric.digit(from, d) + n) % n;
}

}  // namespace

int ports_of(const Fabric& fabric) {
  int ports = 0;
  for (const Dimension& d : fabric.all()) ports += ports_of(d.block, d.size);
  return ports;
}

int port_number(const Fabric& fabric, Port port) {
  int number = port.index;
  for (int d = 0; d < port.dimension; ++d) {
    number += ports_of(fabric.dimension(d).block, fabric.dimension(d).size);
  }
  return number;
}

Port port_at(const Fabric& fabric, int number) {
  int index = number;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const int here = ports_of(fabric.dimension(d).block, fabric.dimension(d).size);
    if (index < here) return {d, index};
    index -= here;
  }
  JQ_CHECK(false, "a port's number is below ports_of(fabric)");
  return {};
}

Port leaves_by(const Fabric& fabric, int from, int to) {
  const int d = fabric.first_difference(from, to);
  JQ_CHECK(d < fabric.dimensions(), "a message goes to another NPU");
  return towards(fabric, d, ahead_in(fabric, d, from, to));
}

Port arrives_by(const Fabric& fabric, int from, int to) {
  int d = fabric.dimensions() - 1;
  while (d >= 0 && fabric.digit(from, d) == fabric.digit(to, d)) --d;
  JQ_CHECK(d >= 0, "a message comes from another NPU");
  const int n = fabric.dimension(d).size;
  const int ahead = ahead_in(fabric, d, from, to);
  if (fabric.dimension(d).block != Block::ring) return towards(fabric, d, n - ahead);
  // Half way round, both ways are equally long and the message comes by the ascending one.
  const bool ascending = 2 * ahead <= n;
  return {d, ascending && n > 2 ? 1 : 0};
}

int peer_of(const Fabric& fabric, int npu, Port port) {
  const Dimension& dimension = fabric.dimension(port.dimension);
  if (has_switch(dimension.block)) return -1;
  const bool descending = dimension.block == Block::ring && port.index == 1;
  const int step = descending ? dimension.size - 1 : port.index + 1;
  const int digit = (fabric.digit(npu, port.dimension) + step) % dimension.size;
  return fabric.with_digit(npu, port.dimension, digit);
}

}  // namespace jacquard::topology
