// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/listed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::workload {
namespace {

constexpr int kMostGroups = 999'999'999;

// The place of an NPU's group among those of a partition, by their first members.
int index_of_group(const Job& job, const std::vector<int>& digits, int npu) {
  int index = 0;
  int before = 1;
  for (int d = 0; d < job.places.digits(); ++d) {
    if (std::find(digits.begin(), digits.end(), d) != digits.end()) continue;
    index += job.places.digit(npu, d) * before;
    before *= job.places.radix(d);
  }
  return index;
}

bool has_messages(const OpGraph& graph) {
  for (int i = 0; i < graph.size(); ++i) {
    const OpKind kind = graph.node(i).kind;
    if (kind == OpKind::send || kind == OpKind::receive) return true;
  }
  return false;
}

OpGraph own_nodes(const Job& job, const GroupList& list, int npu) {
  const OpGraph& graph = job.graph(npu);
  std::vector<OpNode> nodes;
  for (int i = 0; i < graph.size(); ++i) {
    nodes.push_back(listed(graph.node(i), graph.group(i), npu, job, list));
  }
  return {graph.source(), std::move(nodes)};
}

OpGraph renamed(const Job& job, const GroupList& list, int npu) {
  const OpGraph& graph = job.graph(npu);
  OpGraph::Renaming names;
  for (int i = 0; i < graph.size(); ++i) {
    const OpNode& node = graph.node(i);
    if (node.kind != OpKind::collective) continue;
    const std::pair name{node.group, list.number(graph.group(i), npu)};
    if (name.first == name.second) continue;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return {graph, graph.source(), std::move(names)};
}

}  // namespace

GroupList::GroupList(const Job& job) : job_(job), groups_(job.groups) {
  std::int64_t next = groups_.empty() ? 1 : std::int64_t{groups_.rbegin()->first} + 1;
  for (const auto& [partition, digits] : job.partitions) {
    const std::int64_t count = job.npus() / job.size_of(partition);
    if (next + count > kMostGroups) {
      throw base::ConfigError({job.graph(0).source(), "",
                               fmt::format("groups with numbers up to {}", kMostGroups),
                               std::to_string(next + count), ""});
    }
    const int first = static_cast<int>(next);
    first_[partition] = first;
    for (int npu = 0; npu < job.npus(); ++npu) {
      if (job.first_member(partition, npu) != npu) continue;
      groups_[first + index_of_group(job, digits, npu)] = job.members(partition, npu);
    }
    next += count;
  }
}

int GroupList::number(int group, int npu) const {
  const auto first = first_.find(group);
  if (first == first_.end()) return group;
  return first->second + index_of_group(job_, job_.partitions.at(group), npu);
}

OpNode listed(const OpNode& node, int group, int npu, const Job& job, const GroupList& list) {
  OpNode own = node;
  if (node.kind == OpKind::collective) own.group = list.number(group, npu);
  if (node.kind != OpKind::send && node.kind != OpKind::receive) return own;
  const int peer = job.peer(node, npu);
  own.from = node.kind == OpKind::send ? npu : peer;
  own.to = node.kind == OpKind::send ? peer : npu;
  own.peer_digit = -1;
  return own;
}

Job listed(const Job& job) {
  const GroupList list(job);
  Job all;
  all.groups = list.groups();
  all.group_names = job.group_names;
  std::vector<int> messages(job.graphs.size(), -1);  // whether a class has any
  for (int npu = 0; npu < job.npus(); ++npu) {
    int& known = base::at(messages, base::at(job.class_of, npu));
    if (known < 0) known = has_messages(job.graph(npu)) ? 1 : 0;
    all.add(known == 1 ? own_nodes(job, list, npu) : renamed(job, list, npu));
  }
  return all;
}

}  // namespace jacquard::workload
