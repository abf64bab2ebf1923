// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim inputs written in a test.
#pragma once

#include <memory>
#include <vector>

#include "jacquard/astra/run.hpp"

namespace jacquard::tb {

using astra::Dimension;
using astra::Implementation;
using astra::Input;
using astra::Mode;
using astra::Node;

inline Node collective_node(Node::Collective kind, std::int64_t bytes, std::uint64_t id = 0,
                            std::vector<std::uint64_t> after = {}) {
  Node node;
  node.id = id;
  node.type = Node::Type::coll;
  node.collective = kind;
  node.bytes = bytes;
  node.after = std::move(after);
  return node;
}

// The machine of simulation.md's open cases: 4 chunks, 1 active, 10 ns, 1600 GB/s.
inline Input astra_machine(std::vector<Dimension> network,
                           std::vector<Implementation> implementations, bool blueconnect = false) {
  Input input;
  input.network = std::move(network);
  input.system.splits = 4;
  input.system.local_mem_bw = 1600e9;
  input.system.blueconnect = blueconnect;
  if (implementations.size() == 1) {
    implementations.resize(input.network.size(), implementations.front());
  }
  input.system.implementations.fill(implementations);
  return input;
}

// The same trace on every NPU.
inline void run_on_all(Input& input, std::vector<Node> nodes) {
  const auto trace = std::make_shared<const astra::Trace>("test", std::move(nodes));
  input.traces.assign(static_cast<std::size_t>(astra::npus(input)), trace);
}

// When the last NPU finishes.
inline long cycles(const Input& input) {
  long last = 0;
  for (const auto& finish : astra::run(input).finished) {
    last = std::max(last, static_cast<long>(finish.time));
  }
  return last;
}

}  // namespace jacquard::tb
