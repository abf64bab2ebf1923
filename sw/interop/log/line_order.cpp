// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/line_order.hpp"

#include <functional>
#include <map>
#include <queue>
#include <tuple>

#include "jacquard/base/at.hpp"

namespace jacquard::interop {
namespace {

using base::index;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;

// Of each node the next one that must not come before it; -1: none.
std::vector<int> followers(const OpGraph& graph) {
  std::vector<int> next(index(graph.size()), -1);
  std::map<std::tuple<OpKind, int, int, std::int64_t>, int> last;
  for (int n = 0; n < graph.size(); ++n) {
    const OpNode& node = graph.node(n);
    const bool message = node.kind == OpKind::send || node.kind == OpKind::receive;
    if (!message && node.kind != OpKind::collective && !node.barrier) continue;
    const int other = node.kind == OpKind::send ? node.to : node.from;
    const auto line = message ? std::tuple(node.kind, other, node.peer_digit, node.tag)
                              : std::tuple(OpKind::collective, graph.group(n), 0, std::int64_t{0});
    const auto [before, is_first] = last.try_emplace(line, n);
    if (!is_first) next[index(std::exchange(before->second, n))] = n;
  }
  return next;
}

}  // namespace

std::vector<int> line_order(const OpGraph& graph) {
  const std::vector<int> next = followers(graph);
  std::vector<int> waits = graph.dependency_counts();
  for (const int follower : next) {
    if (follower >= 0) ++waits[index(follower)];
  }
  std::priority_queue<int, std::vector<int>, std::greater<>> ready;
  for (int n = 0; n < graph.size(); ++n) {
    if (waits[index(n)] == 0) ready.push(n);
  }
  std::vector<int> order;
  const auto pass = [&](int node) {
    if (--waits[index(node)] == 0) ready.push(node);
  };
  while (!ready.empty()) {
    const int node = ready.top();
    ready.pop();
    order.push_back(node);
    for (const int dependent : graph.dependents(node)) pass(dependent);
    if (next[index(node)] >= 0) pass(next[index(node)]);
  }
  for (int n = 0; n < graph.size() && order.size() < index(graph.size()); ++n) {
    if (waits[index(n)] == 0) continue;
    graph.fail(graph.node(n), "dependencies along the order of its group's collectives by id",
               "one against it", "a log is in one order");
  }
  return order;
}

}  // namespace jacquard::interop
