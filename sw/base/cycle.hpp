// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"

namespace jacquard::base {

// A cycle among the nodes 0 .. count - 1 of a graph: each node waits for the next, the last for the
// first; empty where there is none. `waits_for(node)` gives a list of nodes, always the same one.
// Depth first from the lowest node, without recursion, as a chain may be a million long.
template <class WaitsFor>
std::vector<int> find_cycle(int count, WaitsFor&& waits_for) {
  enum Mark : std::uint8_t { unseen, on_path, done };
  using Next = decltype(waits_for(0).begin());
  struct Step {
    int node;
    Next next;
  };
  std::vector<Mark> marks(static_cast<std::size_t>(count), unseen);
  std::vector<Step> path;
  const auto enter = [&](int node) {
    at(marks, node) = on_path;
    path.push_back({node, waits_for(node).begin()});
  };
  for (int start = 0; start < count; ++start) {
    if (at(marks, start) == unseen) enter(start);
    while (!path.empty()) {
      Step& last = path.back();
      if (last.next == waits_for(last.node).end()) {
        at(marks, last.node) = done;
        path.pop_back();
        continue;
      }
      const int next = static_cast<int>(*last.next);
      ++last.next;
      if (at(marks, next) == unseen)
        enter(next);
      else if (at(marks, next) == on_path) {
        std::vector<int> cycle{next};
        auto step = std::find_if(path.begin(), path.end(),
                                 [next](const Step& s) { return s.node == next; });
        while (++step != path.end()) cycle.push_back(step->node);
        return cycle;
      }
    }
  }
  return {};
}

}  // namespace jacquard::base
