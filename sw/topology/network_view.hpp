// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/topology/fabric.hpp"
#include "jacquard/topology/user_graph.hpp"

namespace jacquard::topology {

// What joins the NPUs: blocks by dimension, or a graph of the user's own. They outlive it.
class NetworkView {
 public:
  NetworkView(const Fabric& fabric) : fabric_(&fabric) {}  // NOLINT: a fabric is a network
  NetworkView(const UserGraph& graph) : graph_(&graph) {}  // NOLINT
  NetworkView(const Fabric&&) = delete;
  NetworkView(const UserGraph&&) = delete;

  // One of the two; the other is null.
  const Fabric* fabric() const { return fabric_; }
  const UserGraph* graph() const { return graph_; }
  int npus() const { return fabric_ != nullptr ? fabric_->npus() : graph_->npus(); }

 private:
  const Fabric* fabric_ = nullptr;
  const UserGraph* graph_ = nullptr;
};

}  // namespace jacquard::topology
