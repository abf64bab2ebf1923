// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/op_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/cycle.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::workload {

OpGraph::OpGraph(std::string source, std::vector<OpNode> nodes) : source_(std::move(source)) {
  std::stable_sort(nodes.begin(), nodes.end(),
                   [](const OpNode& a, const OpNode& b) { return a.id < b.id; });
  require_ids(nodes);
  auto shared = std::make_shared<Shared>();
  shared_ = shared;
  shared->nodes = std::move(nodes);
  index_dependencies(*shared);
  require_no_cycle();
}

OpGraph::OpGraph(const OpGraph& like, std::string source, Renaming groups)
    : source_(std::move(source)), shared_(like.shared_), groups_(std::move(groups)) {}

int OpGraph::group(int index) const {
  const int number = node(index).group;
  for (const auto& [of_nodes, here] : groups_) {
    if (of_nodes == number) return here;
  }
  return number;
}

int OpGraph::index_of(std::uint64_t id) const {
  const std::vector<OpNode>& nodes = shared_->nodes;
  const auto at = std::lower_bound(nodes.begin(), nodes.end(), id,
                                   [](const OpNode& n, std::uint64_t v) { return n.id < v; });
  return at != nodes.end() && at->id == id ? static_cast<int>(at - nodes.begin()) : -1;
}

std::vector<int> OpGraph::dependency_counts() const {
  std::vector<int> counts;
  counts.reserve(shared_->nodes.size());
  for (int i = 0; i < size(); ++i) counts.push_back(static_cast<int>(dependencies(i).size()));
  return counts;
}

void OpGraph::fail(const OpNode& node, const std::string& expected, const std::string& found,
                   const std::string& hint) const {
  throw base::ConfigError({source_, described(node), expected, found, hint});
}

void OpGraph::require_ids(const std::vector<OpNode>& nodes) const {
  const auto twice = std::adjacent_find(
      nodes.begin(), nodes.end(), [](const OpNode& a, const OpNode& b) { return a.id == b.id; });
  if (twice == nodes.end()) return;
  fail(*std::next(twice), "an id of its own", "two nodes with this id");
}

void OpGraph::index_dependencies(Shared& shared) const {
  Lists& before = shared.before;
  Lists& behind = shared.behind;
  behind.first.assign(shared.nodes.size() + 1, 0);
  before.first.push_back(0);
  for (const OpNode& own : shared.nodes) {
    const auto begin = static_cast<std::ptrdiff_t>(before.all.size());
    std::vector<std::uint64_t> ids = own.data_after;
    ids.insert(ids.end(), own.control_after.begin(), own.control_after.end());
    for (const std::uint64_t id : ids) {
      before.all.push_back(index_of(id));
      if (before.all.back() >= 0) continue;
      fail(own, "dependencies on nodes of the same file",
           fmt::format("one on node {}, which is not there", id));
    }
    std::sort(before.all.begin() + begin, before.all.end());
    before.all.erase(std::unique(before.all.begin() + begin, before.all.end()), before.all.end());
    before.first.push_back(before.all.size());
  }
  for (const int i : before.all) ++behind.first[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 1; i < behind.first.size(); ++i) behind.first[i] += behind.first[i - 1];
  behind.all.resize(before.all.size());
  std::vector<std::size_t> next = behind.first;
  for (int i = 0; i < size(); ++i) {
    for (const int dependency : before.of(i)) {
      base::at(behind.all, base::at(next, dependency)++) = i;
    }
  }
}

void OpGraph::require_no_cycle() const {
  const std::vector<int> cycle =
      base::find_cycle(size(), [this](int i) { return dependencies(i); });
  if (cycle.empty()) return;
  constexpr std::size_t kMostShown = 9;
  std::string found;
  for (std::size_t i = 0; i < std::min(cycle.size(), kMostShown); ++i) {
    found += fmt::format("{} waits for ", node(cycle[i]).id);
  }
  found += cycle.size() > kMostShown ? "..." : std::to_string(node(cycle.front()).id);
  throw base::ConfigError({source_, "", "dependencies without a cycle", found, ""});
}

}  // namespace jacquard::workload
