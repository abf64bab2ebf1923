// SPDX-License-Identifier: Apache-2.0
// What one NPU has to do: an execution trace (Chakra), with its dependencies indexed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"

namespace jacquard::astra {

// A tensor, by its number in the trace, that a node reads or writes in local memory.
struct TensorUse {
  int tensor = 0;
  std::int64_t bytes = 0;

  friend bool operator==(const TensorUse& a, const TensorUse& b) {
    return a.tensor == b.tensor && a.bytes == b.bytes;
  }
};

struct Node {
  // Chakra's numbers.
  enum class Type { invalid, metadata, mem_load, mem_store, comp, send, recv, coll };
  enum class Collective { all_reduce, reduce_scatter, all_gather, all_to_all, broadcast };

  std::uint64_t id = 0;
  std::string name;
  Type type = Type::invalid;
  std::vector<std::uint64_t> after;  // control and data dependencies
  std::int64_t duration_us = 0;
  bool cpu = false;
  std::int64_t ops = -1;  // -1: not given
  std::int64_t tensor_bytes = -1;
  Collective collective = Collective::all_reduce;
  std::int64_t bytes = -1;  // to communicate
  int from = -1;            // of a recv
  int to = -1;              // of a send
  std::int64_t tag = 0;
  int group = 0;               // 0: all NPUs; Trace::group() says which it is for an NPU
  std::vector<bool> involved;  // dimensions of a collective; empty: all
  std::int64_t priority = 0;
  std::vector<TensorUse> reads;
  std::vector<TensorUse> writes;
};

// "node 7 'layer 3 all-reduce'".
std::string described(const Node& node);

// Nodes in the order of their ids. Throws ConfigError naming `source` for an id that comes twice,
// a dependency on a node that is not there, and a circle of dependencies. NPUs whose traces differ
// in the numbers of their groups only share the nodes.
class Trace {
 public:
  // A number of `Node::group`, and the one that it stands for here.
  using Renaming = std::vector<std::pair<int, int>>;

  Trace(std::string source, std::vector<Node> nodes);
  // The same nodes in other groups. Groups that `groups` does not name keep their number.
  Trace(const Trace& like, std::string source, Renaming groups);

  const std::string& source() const { return source_; }
  int size() const { return static_cast<int>(graph_->nodes.size()); }
  const Node& node(int index) const { return base::at(graph_->nodes, index); }
  // Of a collective: what to go by, instead of Node::group, which NPUs may share.
  int group(int index) const;
  int index_of(std::uint64_t id) const;  // -1: no node has it
  // Indices of the nodes that wait for this one, ascending.
  base::Span<const int> waiting_for(int index) const;
  // How many nodes each waits for.
  const std::vector<int>& waits() const { return graph_->waits; }
  // Equal for traces that share their nodes.
  const void* nodes_id() const { return graph_.get(); }

 private:
  struct Graph {
    std::vector<Node> nodes;
    std::vector<int> waits;
    std::vector<int> children;
    std::vector<std::size_t> first_child;
  };
  void check_for_circles() const;

  std::string source_;
  std::shared_ptr<const Graph> graph_;
  Renaming groups_;
};

}  // namespace jacquard::astra
