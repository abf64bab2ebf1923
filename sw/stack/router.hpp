// SPDX-License-Identifier: Apache-2.0
// Finds the routes of all patterns, one after another.
#pragma once

#include <vector>

#include "jacquard/stack/link_use.hpp"
#include "jacquard/stack/routes.hpp"

namespace jacquard::stack {

class Router {
 public:
  Router(Routes& routes, const Sizes& sizes, const Seating& seating, const config::Place& place);

  void route();

 private:
  // Circuits of the pattern that is routed which leave a leaf, or a pod.
  struct Circuits {
    std::vector<LeafCircuit> circuits;
    std::vector<int> senders;
    LinkUse::Ways ways;

    void clear();
  };

  void collect(int pattern);
  void route_leaves(int pattern);
  void route_pods(int pattern);
  void note(int pattern);
  // Pods as seen from the spines of one number: their circuits meet no others.
  int vertex_of(int leaf, int link) const {
    return link % sizes_.spines * sizes_.pods + pod_of(sizes_, leaf);
  }

  Routes& routes_;
  const Sizes& sizes_;
  const config::Place& place_;
  std::vector<std::vector<int>> ranks_of_;  // of each actor
  LeafLinks broken_;
  LeafLinks broken_pod_links_;  // none
  LinkUse use_;
  LinkUse pod_use_;
  Circuits leaving_;
  Circuits leaving_pod_;
  std::vector<int> receivers_;  // of leaving_
};

}  // namespace jacquard::stack
