// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/topology/fabric.hpp"
#include "jacquard/topology/link_graph.hpp"

namespace jacquard::topology {

// The links of a Fabric, all by arithmetic, so that 2^24 NPUs take no memory.
//
// Routes correct the dimensions in order, dimension 0 first; in a ring by the shorter way, by the
// ascending one where both are equally long; in a block with a switch up and down again.
//
// Numbers, dimension after dimension: link `port` of NPU i is number i x ports + port. A ring's
// port 0 goes to the next NPU (digit + 1), port 1 to the previous; port p of a fully connected
// block goes p + 1 on (digit + p + 1, modulo the size). Then, where there is a switch, its link
// down to NPU i is number npus + i. Switches are numbered after the NPUs, by dimension and
// instance.
class FabricLinks final : public LinkGraph {
 public:
  explicit FabricLinks(Fabric fabric);

  const Fabric& fabric() const { return fabric_; }
  int npus() const override { return fabric_.npus(); }
  int nodes() const override { return nodes_; }
  LinkNumber links() const override { return first_link_.back(); }
  NodeKind kind(int node) const override;
  Link link(LinkNumber number) const override;
  std::optional<LinkNumber> find(int from, int to) const override;
  void route(int from, int to, std::vector<LinkNumber>& out) const override;

  // Links of dimension d are numbered from first_link(d) up to first_link(d + 1).
  LinkNumber first_link(int d) const { return first_link_[static_cast<std::size_t>(d)]; }
  // The link by which an NPU leaves through a port of dimension d.
  LinkNumber out_link(int npu, int d, int port) const;
  // The switch of an NPU's block. Requires a dimension with a switch.
  int switch_of(int npu, int d) const;

 private:
  int dimension_of(LinkNumber number) const;
  int dimension_of_switch(int node) const;
  LinkNumber down_link(int npu, int d) const { return first_link(d) + npus() + npu; }
  void route_in(int d, int from, int to, std::vector<LinkNumber>& out) const;

  Fabric fabric_;
  std::vector<LinkNumber> first_link_;  // one more than dimensions
  std::vector<int> first_switch_;       // node number; one more than dimensions
  int nodes_ = 0;
};

}  // namespace jacquard::topology
