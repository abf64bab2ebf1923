// SPDX-License-Identifier: Apache-2.0
// The links of a network as the event engine numbers them, and the way from NPU to NPU.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/engine/disturbance.hpp"
#include "jacquard/engine/event/cast_tree.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "jacquard/topology/network_view.hpp"

namespace jacquard::engine {

class Wiring {
 public:
  // Links on which a message takes equally long: those of a fabric's dimension, or those of one
  // bandwidth in a graph.
  struct LinkClass {
    base::BytesPerSecond bandwidth{0};
    base::Picoseconds latency{0};  // the longest
    int dimension = 0;             // of which a result speaks
  };

  struct Hop {
    std::int64_t link = 0;
    int link_class = 0;
    int to = 0;              // the NPU; at a switch, what tells next() which switch
    bool at_switch = false;  // the message is at a switch then
    bool stores = false;     // whoever is there waits for the whole message, if he stores first
    topology::UserGraph::Walk walk;  // of a graph

    // Of a message that sets out from an NPU, and is its sender's `turn`-th.
    static Hop from(int npu, std::uint64_t turn = 0) {
      Hop hop;
      hop.to = npu;
      hop.walk.source = npu;
      hop.walk.turn = turn;
      return hop;
    }
  };

  virtual ~Wiring() = default;

  // The next link of a message that was brought to where it is by `last` (to begin with,
  // Hop::from) and goes to the NPU `target`. Requires it not to be there.
  virtual Hop next(const Hop& last, int target, rounds::Channel channel) const = 0;
  // The same where that depends on when links are free.
  virtual Hop next_by_load(const Hop& last, int target, rounds::Channel channel,
                           const topology::UserGraph::Loads&) const {
    return next(last, target, channel);
  }

  // The switches that add and copy between these members, of which there are at least two. Its
  // fault says what is on their way and cannot.
  virtual CastTree cast_tree(const std::vector<CastMember>& members,
                             rounds::Channel channel) const = 0;

  // Of an NPU's links where all NPUs have the same ones, numbered NPU x ports() + port; else 0.
  int ports() const { return ports_; }
  // The dimension of which this digit of the NPUs is the place in a block; -1: of none.
  virtual int dimension_of_digit(int stride, int radix) const = 0;

  int npus() const { return npus_; }
  std::int64_t links() const { return links_; }
  virtual std::int64_t links_of(int dimension) const = 0;
  int dimensions() const { return dimensions_; }  // of which a result speaks
  int queues() const { return queues_; }          // of an NPU, by dimension of channels
  const std::vector<LinkClass>& classes() const { return classes_; }
  // Whether messages between the same two NPUs may take different ways, ...
  bool varied() const { return varied_; }
  // ... chosen by next_by_load() when they are there.
  bool adaptive() const { return adaptive_; }
  // Whether all links of each class have that latency.
  bool alike() const { return alike_; }

  // Latency of every link, with the disturbance's; and factors on how long messages hold it, none
  // where all are 1. Throw ConfigError for what is no link.
  std::vector<std::int64_t> latencies(const Disturbance& disturbance) const;
  std::vector<double> slowdowns(const Disturbance& disturbance) const;

 protected:
  virtual std::vector<std::int64_t> own_latencies() const = 0;
  // The number of a link of the disturbance. Throws ConfigError for what is no link.
  virtual std::int64_t disturbed_link(const Disturbance& disturbance, std::size_t index) const = 0;

  int npus_ = 0;
  int ports_ = 0;
  int dimensions_ = 1;
  int queues_ = 1;
  bool alike_ = true;
  bool varied_ = false;
  bool adaptive_ = false;
  std::int64_t links_ = 0;
  std::vector<LinkClass> classes_;
};

// Without the links that are gone. The network outlives it. Throws ConfigError for a link that no
// ring of three or more has.
std::unique_ptr<const Wiring> wire(topology::NetworkView network,
                                   const Disturbance& disturbance = {});

}  // namespace jacquard::engine
