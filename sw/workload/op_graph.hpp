// SPDX-License-Identifier: Apache-2.0
// What one NPU has to do: operations, with their dependencies indexed.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/workload/op_node.hpp"

namespace jacquard::workload {

// Nodes in the order of their ids. NPUs whose graphs differ only in the numbers of their groups
// share the nodes, so that a thousand of them cost little more than one.
class OpGraph {
 public:
  // A number of `OpNode::group`, and the one that it stands for here.
  using Renaming = std::vector<std::pair<int, int>>;

  // Throws ConfigError naming `source` for an id that comes twice, a dependency on a node that is
  // not there, and dependencies in a cycle.
  OpGraph(std::string source, std::vector<OpNode> nodes);
  // The same nodes in other groups. Groups that `groups` does not name keep their number.
  OpGraph(const OpGraph& like, std::string source, Renaming groups);

  const std::string& source() const { return source_; }
  int size() const { return static_cast<int>(shared_->nodes.size()); }
  const OpNode& node(int index) const { return base::at(shared_->nodes, index); }
  // Of a collective: the group to go by, instead of OpNode::group, which NPUs may share.
  int group(int index) const;
  int index_of(std::uint64_t id) const;  // -1: no node has it
  // Indices of the nodes that this one waits for, and of those that wait for it; ascending.
  base::Span<const int> dependencies(int index) const { return shared_->before.of(index); }
  base::Span<const int> dependents(int index) const { return shared_->behind.of(index); }
  // How many nodes each waits for.
  std::vector<int> dependency_counts() const;
  // Throws the ConfigError of a node: "<source>, node 7 'x': expected ..., found ... (hint)".
  [[noreturn]] void fail(const OpNode& node, const std::string& expected, const std::string& found,
                         const std::string& hint = "") const;
  // Equal for graphs that share their nodes.
  const void* nodes_id() const { return shared_.get(); }

 private:
  // Lists of indices, one per node, in one array.
  struct Lists {
    std::vector<std::size_t> first;  // nodes + 1
    std::vector<int> all;

    base::Span<const int> of(int index) const {
      const auto at = static_cast<std::size_t>(index);
      return {all.data() + first[at], first[at + 1] - first[at]};
    }
  };
  struct Shared {
    std::vector<OpNode> nodes;
    Lists before;
    Lists behind;
  };
  void require_ids(const std::vector<OpNode>& nodes) const;
  void index_dependencies(Shared& shared) const;
  void require_no_cycle() const;

  std::string source_;
  std::shared_ptr<const Shared> shared_;
  Renaming groups_;
};

}  // namespace jacquard::workload
