// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {

std::string described(const Node& node) {
  return node.name.empty() ? fmt::format("node {}", node.id)
                           : fmt::format("node {} '{}'", node.id, node.name);
}

Trace::Trace(std::string source, std::vector<Node> nodes) : source_(std::move(source)) {
  auto graph = std::make_shared<Graph>();
  graph_ = graph;
  graph->nodes = std::move(nodes);
  std::stable_sort(graph->nodes.begin(), graph->nodes.end(),
                   [](const Node& a, const Node& b) { return a.id < b.id; });
  std::vector<std::pair<int, int>> edges;  // from, to
  for (int i = 0; i < size(); ++i) {
    Node& own = base::at(graph->nodes, i);
    if (i > 0 && node(i - 1).id == own.id) {
      throw base::ConfigError(
          {source_, described(own), "an id of its own", "two nodes with this id", ""});
    }
    std::sort(own.after.begin(), own.after.end());
    own.after.erase(std::unique(own.after.begin(), own.after.end()), own.after.end());
    graph->waits.push_back(static_cast<int>(own.after.size()));
    for (const std::uint64_t id : own.after) {
      const int before = index_of(id);
      if (before < 0) {
        throw base::ConfigError({source_, described(own), "dependencies on nodes of the same file",
                                 fmt::format("one on node {}, which is not there", id), ""});
      }
      edges.emplace_back(before, i);
    }
  }
  std::sort(edges.begin(), edges.end());
  graph->first_child.assign(graph->nodes.size() + 1, 0);
  for (const auto& [before, after] : edges) {
    graph->children.push_back(after);
    graph->first_child[static_cast<std::size_t>(before) + 1] = graph->children.size();
  }
  for (std::size_t i = 1; i < graph->first_child.size(); ++i) {
    graph->first_child[i] = std::max(graph->first_child[i], graph->first_child[i - 1]);
  }
  check_for_circles();
}

Trace::Trace(const Trace& like, std::string source, Renaming groups)
    : source_(std::move(source)), graph_(like.graph_), groups_(std::move(groups)) {}

int Trace::group(int index) const {
  const int number = node(index).group;
  for (const auto& [of_nodes, own] : groups_) {
    if (of_nodes == number) return own;
  }
  return number;
}

int Trace::index_of(std::uint64_t id) const {
  const std::vector<Node>& nodes = graph_->nodes;
  const auto at = std::lower_bound(nodes.begin(), nodes.end(), id,
                                   [](const Node& n, std::uint64_t v) { return n.id < v; });
  return at != nodes.end() && at->id == id ? static_cast<int>(at - nodes.begin()) : -1;
}

base::Span<const int> Trace::waiting_for(int index) const {
  const auto at = static_cast<std::size_t>(index);
  const std::vector<std::size_t>& first = graph_->first_child;
  return {graph_->children.data() + first[at], first[at + 1] - first[at]};
}

void Trace::check_for_circles() const {
  std::vector<int> left = waits();
  std::vector<int> free;
  for (int i = 0; i < size(); ++i) {
    if (base::at(left, i) == 0) free.push_back(i);
  }
  for (std::size_t next = 0; next < free.size(); ++next) {
    for (const int child : waiting_for(free[next])) {
      if (--base::at(left, child) == 0) free.push_back(child);
    }
  }
  if (static_cast<int>(free.size()) == size()) return;
  // Going back from a stuck node, always to one that is stuck too, must come round.
  const auto stuck = [&left](int i) { return base::at(left, i) > 0; };
  std::vector<int> waits_for(graph_->nodes.size(), -1);
  for (int i = 0; i < size(); ++i) {
    if (!stuck(i)) continue;
    for (const int child : waiting_for(i)) base::at(waits_for, child) = i;
  }
  int at = 0;
  while (!stuck(at)) ++at;
  for (int step = 0; step < size(); ++step) at = base::at(waits_for, at);
  std::string circle = fmt::format("{}", node(at).id);
  int shown = 0;
  for (int i = base::at(waits_for, at); i != at && shown < 8; i = base::at(waits_for, i), ++shown) {
    circle += fmt::format(" waits for {}", node(i).id);
  }
  circle += shown == 8 ? " ..." : fmt::format(" waits for {}", node(at).id);
  throw base::ConfigError({source_, "", "dependencies without a circle", circle, ""});
}

}  // namespace jacquard::astra
