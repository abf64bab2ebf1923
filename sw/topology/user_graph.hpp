// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/topology/link_graph.hpp"

namespace jacquard::topology {

// A network of the user's own. Routes have the fewest links; of those the least sum of latencies;
// of those the lowest link number, from the last link backwards. NPUs forward for others as
// switches do. Routes from one NPU are found when the first is asked for, and kept: 4 bytes a node.
class UserGraph final : public LinkGraph {
 public:
  static constexpr int kMostNodes = 1 << 16;

  struct Edge {
    Link link;
    config::Place place;  // of an error about it
  };

  // Throws ConfigError unless nodes are at most kMostNodes, every link joins two of them, no two
  // join the same in the same direction, and every NPU reaches every other.
  UserGraph(int npus, int switches, const std::vector<Edge>& edges, const config::Place& place);
  ~UserGraph() override;

  int npus() const override { return npus_; }
  int nodes() const override { return nodes_; }
  LinkNumber links() const override { return static_cast<LinkNumber>(links_.size()); }
  NodeKind kind(int node) const override {
    return node < npus_ ? NodeKind::npu : NodeKind::packet_switch;
  }
  Link link(LinkNumber number) const override { return links_[static_cast<std::size_t>(number)]; }
  std::optional<LinkNumber> find(int from, int to) const override;
  void route(int from, int to, std::vector<LinkNumber>& out) const override;

 private:
  using Numbers = std::vector<std::int32_t>;  // of links

  // For each node the link by which the route from `source` enters it; -1 where there is none.
  Numbers find_routes(int source) const;
  void require_connected(const config::Place& place) const;

  int npus_;
  int nodes_;
  std::vector<Link> links_;
  std::vector<Numbers> leaving_;             // by node, ascending by the node they go to
  mutable std::vector<Numbers> entered_by_;  // by source; empty until asked for
  std::unique_ptr<std::once_flag[]> once_;
};

// What links take that give none of their own.
struct LinkDefaults {
  base::BytesPerSecond bandwidth{0};
  base::Picoseconds latency{0};
};

// {"npus": 4, "switches": 1, "links": [{"from": 0, "to": 4, "bandwidth": "50 GB/s",
//  "latency": "500 ns", "both_ways": true}, ...]}: switches are numbered after the NPUs; bandwidth
// and latency are as in `defaults` and both_ways true where they are left out. Links are numbered
// as they stand, one that goes both ways first from -> to, then to -> from. Throws ConfigError.
std::unique_ptr<UserGraph> read_user_graph(const config::Json& json, const config::Place& place,
                                           const LinkDefaults& defaults);

}  // namespace jacquard::topology
