// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/engine/event/wiring.hpp"

namespace jacquard::engine {

// A graph's links under its own numbers, all in one dimension. Directions of channels mean nothing
// on it.
class GraphWiring final : public Wiring {
 public:
  explicit GraphWiring(const topology::UserGraph& graph);

  // Hop::to is a node of the graph.
  Hop next(const Hop& last, int target, rounds::Channel channel) const override;
  Hop next_by_load(const Hop& last, int target, rounds::Channel channel,
                   const topology::UserGraph::Loads& loads) const override;
  CastTree cast_tree(const std::vector<CastMember>& members,
                     rounds::Channel channel) const override;
  int dimension_of_digit(int, int) const override { return -1; }
  std::int64_t links_of(int) const override { return links_; }

 private:
  std::vector<std::int64_t> own_latencies() const override;
  // Ends of links are nodes as the graph numbers them.
  std::int64_t disturbed_link(const Disturbance& disturbance, std::size_t index) const override;
  Hop over(const Hop& last, int target, const topology::UserGraph::Loads* loads) const;

  struct End {
    std::int32_t to = 0;
    std::int32_t link_class = 0;
  };

  const topology::UserGraph& graph_;
  std::vector<End> ends_;     // of each link
  std::vector<char> stores_;  // of each node
};

}  // namespace jacquard::engine
