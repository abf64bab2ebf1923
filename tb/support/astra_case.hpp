// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim inputs written in a test.
#pragma once

#include <algorithm>
#include <vector>

#include "jacquard/astra/faithful.hpp"
#include "jacquard/astra/run.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "support/op_nodes.hpp"

namespace jacquard::tb {

using astra::Dimension;
using astra::Implementation;
using astra::Input;
using astra::Mode;

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
inline void run_on_all(Input& input, std::vector<OpNode> nodes) {
  run_on_all(input.job, std::move(nodes), astra::npus(input));
}

inline engine::Result run_faithfully(const Input& input) {
  const astra::Faithful faithful = astra::faithful(input);
  return engine::EventEngine().run(faithful.scenario());
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
