// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::topology {

using LinkNumber = std::int64_t;

enum class NodeKind {
  npu,
  packet_switch,   // receives a whole message before it sends it on, if messages are stored
  circuit_switch,  // joins two links into one
};

// One direction of a wire. Nodes are numbered from 0: the NPUs, then the switches.
struct Link {
  int from = 0;
  int to = 0;
  base::BytesPerSecond bandwidth{0};
  base::Picoseconds latency{0};
};

// A network of the user's own. Routes have the fewest links; of those the least sum of latencies;
// of those one, chosen by EqualRoutes at each node. So each node sends what goes to one NPU on by
// one link. NPUs forward for others as switches do. Routes to an NPU are found when the first is
// asked for, and kept: 4 bytes a node.
class UserGraph {
 public:
  static constexpr int kMostNodes = 1 << 16;

  // Which of k links that lead to NPU t equally well a node takes: the one of the lowest number, or
  // the one that stands at t mod k among them by number ("destination-modulo"; in a leaf-spine,
  // any rotation of the NPUs then uses all spines evenly).
  enum class EqualRoutes { lowest, spread };

  struct Options {
    std::vector<int> circuit_switches;  // nodes; the other switches are packet switches
    EqualRoutes equal_routes = EqualRoutes::lowest;
  };

  struct Edge {
    Link link;
    config::Place place;  // of an error about it
  };

  // Throws ConfigError unless nodes are at most kMostNodes, every link joins two of them, no two
  // join the same in the same direction, every NPU reaches every other, and circuit switches are
  // switches.
  UserGraph(int npus, int switches, const std::vector<Edge>& edges, const config::Place& place,
            const Options& options);
  UserGraph(int npus, int switches, const std::vector<Edge>& edges, const config::Place& place)
      : UserGraph(npus, switches, edges, place, Options()) {}

  int npus() const { return npus_; }
  int nodes() const { return nodes_; }
  LinkNumber links() const { return static_cast<LinkNumber>(links_.size()); }
  NodeKind kind(int node) const { return kinds_[static_cast<std::size_t>(node)]; }
  // Requires 0 <= number < links().
  Link link(LinkNumber number) const { return links_[static_cast<std::size_t>(number)]; }
  // The link from one node to another. Requires both to be nodes.
  std::optional<LinkNumber> find(int from, int to) const;

  // Appends the links a message between two NPUs passes, in order; none if they are one.
  void route(int from, int to, std::vector<LinkNumber>& out) const;

  // The link by which a node, NPU or switch, sends on what goes to an NPU; of its own, or where a
  // switch does not reach the NPU, -1. May be called from several threads at once.
  LinkNumber next(int node, int target) const;

 private:
  using Numbers = std::vector<std::int32_t>;  // of links

  Numbers find_routes(int target) const;  // next() of each node
  void spread(int target, const std::vector<int>& hops,
              const std::vector<base::Picoseconds>& latency, Numbers& next) const;
  void require_connected(const config::Place& place) const;

  int npus_;
  int nodes_;
  EqualRoutes equal_routes_;
  std::vector<NodeKind> kinds_;
  std::vector<Link> links_;
  std::vector<Numbers> leaving_;       // by node, ascending by the node they go to
  std::vector<Numbers> arriving_;      // by node, ascending by number
  mutable std::vector<Numbers> next_;  // by target; empty until asked for
  std::unique_ptr<std::once_flag[]> once_;
};

// What links take that give none of their own.
struct LinkDefaults {
  base::BytesPerSecond bandwidth{0};
  base::Picoseconds latency{0};
};

// {"npus": 4, "switches": 1, "links": [{"from": 0, "to": 4, "bandwidth": "50 GB/s",
//  "latency": "500 ns", "both_ways": true}, ...], "circuit_switches": [], "equal_routes":
//  "lowest"}:
// switches are numbered after the NPUs; bandwidth and latency are as in `defaults` and both_ways
// true where they are left out. Links are numbered as they stand, one that goes both ways first
// from -> to, then to -> from. Throws ConfigError.
std::unique_ptr<UserGraph> read_user_graph(const config::Json& json, const config::Place& place,
                                           const LinkDefaults& defaults);

}  // namespace jacquard::topology
