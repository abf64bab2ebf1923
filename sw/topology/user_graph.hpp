// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "jacquard/base/at.hpp"
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
// of those EqualRoutes chooses one, node by node. NPUs forward for others as switches do, if they
// may. Routes to an NPU are found when the first is asked for, and kept: 4 bytes a node, and but
// for `lowest` and `spread` 4 more and 4 for each equally good link.
class UserGraph {
 public:
  static constexpr int kMostNodes = 1 << 16;

  // Which of the links that lead to an NPU equally well a message takes.
  enum class EqualRoutes {
    lowest,    // that of the lowest number
    spread,    // that at place t mod k among the k by number, t the receiving NPU
    digit,     // that at the next mixed-radix digit of the receiver's place ("D-mod-k")
    hash,      // by a hash of sender, receiver and node, as ECMP chooses by the 5-tuple of a flow
    spray,     // that at the next digit of sender's place + number of the message: all in turn
    adaptive,  // that which is free first; of those free as early, from that of `digit` on
  };

  // A user's own way between two NPUs, and only in that direction: the nodes between them.
  struct OwnRoute {
    int from = 0;
    int to = 0;
    std::vector<int> via;
    config::Place place;  // of an error about it
  };

  struct Options {
    std::vector<int> circuit_switches;  // nodes; the other switches are packet switches
    EqualRoutes equal_routes = EqualRoutes::lowest;
    bool npus_forward = true;
    // NCCL's "PXN": so many consecutive NPUs are a host, in which the place of each is its rail.
    // What goes to another host and another rail goes to the NPU of its own host on that rail
    // first. 0: no hosts.
    int pxn_npus_per_host = 0;
    // The number of each NPU of which digits are taken, where neighbours on a leaf are not numbered
    // in a row; empty: its own.
    std::vector<int> places;
    std::vector<OwnRoute> own_routes;
    std::vector<std::string> notes = {};  // what is otherwise than its file says, for people
  };

  struct Edge {
    Link link;
    config::Place place;  // of an error about it
  };

  // What a message carries along its way, from which the next link follows.
  struct Walk {
    int source = 0;           // the NPU it set out from
    int goal = -1;            // the NPU it goes to first, once it has set out
    std::uint64_t turn = 0;   // its number among its sender's
    std::uint64_t width = 1;  // the product of the numbers of links it chose among
    std::size_t links = 0;    // it has passed
  };
  // When each link is free, by number; in any unit.
  struct Loads {
    const std::vector<std::int64_t>& free;
    std::int64_t now = 0;
  };

  // Throws ConfigError unless nodes are at most kMostNodes, every link joins two of them, and no
  // two join the same in the same direction. Every NPU must reach every other, circuit switches
  // must be switches, routes of the user must follow links, and hosts must divide the NPUs.
  UserGraph(int npus, int switches, const std::vector<Edge>& edges, const config::Place& place,
            const Options& options);
  UserGraph(int npus, int switches, const std::vector<Edge>& edges, const config::Place& place)
      : UserGraph(npus, switches, edges, place, Options()) {}

  int npus() const { return npus_; }
  int nodes() const { return nodes_; }
  LinkNumber links() const { return static_cast<LinkNumber>(links_.size()); }
  NodeKind kind(int node) const { return base::at(kinds_, node); }
  const std::vector<std::string>& notes() const { return options_.notes; }
  EqualRoutes equal_routes() const { return options_.equal_routes; }
  bool has_proxies() const { return options_.pxn_npus_per_host > 0; }
  // Requires 0 <= number < links().
  Link link(LinkNumber number) const { return base::at(links_, number); }
  // What the routes to all NPUs take at most, in bytes.
  double most_route_bytes() const;
  // The link from one node to another. Requires both to be nodes.
  std::optional<LinkNumber> find(int from, int to) const;

  // The link by which a message at a node that is not its target goes on. `loads` may be null:
  // then all links are free. May be called from several threads at once. Throws ConfigError where
  // NPUs do not forward and there is no way without.
  LinkNumber next(int node, int target, Walk& walk, const Loads* loads = nullptr) const;

  // Appends the links a message between two NPUs passes, in order; none if they are one. All links
  // are free, and it is the sender's message of that number.
  void route(int from, int to, std::vector<LinkNumber>& out, std::uint64_t turn = 0) const;

 private:
  using Numbers = std::vector<std::int32_t>;  // of links

  // How each node reaches one NPU.
  struct Table {
    Numbers next;   // the one link of `lowest` and `spread`; -1: no way
    Numbers first;  // of each node, in `equal`; one more at the end
    Numbers equal;  // equally good links, ascending
  };

  void add_link(const Edge& edge);
  void add_own_routes(const config::Place& place);
  Table find_routes(int target) const;
  void choose_among_equal(int target, const std::vector<int>& hops,
                          const std::vector<base::Picoseconds>& latency, Table& table) const;
  void require_connected() const;
  [[noreturn]] void fail_unreachable(int from, int to) const;
  const Table& table_to(int target) const;
  int first_goal(int source, int target) const;
  std::size_t place_of(int npu) const;
  const Numbers* own_route(int from, int to) const;

  int npus_;
  int nodes_;
  Options options_;
  config::Place place_;
  std::vector<NodeKind> kinds_;
  std::vector<Link> links_;
  std::vector<Numbers> leaving_;       // by node, ascending by the node they go to
  std::vector<Numbers> arriving_;      // by node, ascending by number
  mutable std::vector<Table> tables_;  // by target; empty until asked for
  std::unique_ptr<std::once_flag[]> once_;
  std::unordered_map<std::uint64_t, Numbers> own_routes_;  // by both ends
};

// What links take that give none of their own.
struct LinkDefaults {
  base::BytesPerSecond bandwidth{0};
  base::Picoseconds latency{0};
};

// A graph's file, as docs/topology.md has it: {"npus", "switches", "links": [...]}, {"fat_tree":
// {...}} or {"rails": {...}}, each with routing keys; or an InfraGraph (infragraph.hpp). Links are
// numbered as they stand, one that goes both ways first from -> to, then to -> from. Throws
// ConfigError.
std::unique_ptr<UserGraph> read_user_graph(const config::Json& json, const config::Place& place,
                                           const LinkDefaults& defaults);

}  // namespace jacquard::topology
