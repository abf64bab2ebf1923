// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/job/job_rounds.hpp"
#include "jacquard/engine/job/requests.hpp"

namespace jacquard::engine::job {
namespace {

using base::index;

bool alike_but_for_groups(const OpNode& a, const OpNode& b) {
  return a.id == b.id && a.kind == b.kind && a.stream == b.stream && a.duration == b.duration &&
         a.flops == b.flops && a.moved == b.moved && a.collective == b.collective &&
         a.bytes == b.bytes && a.from == b.from && a.to == b.to && a.tag == b.tag &&
         a.peer_digit == b.peer_digit && a.timed == b.timed && a.involved == b.involved &&
         a.launch == b.launch && a.protocol == b.protocol && a.chunks == b.chunks &&
         a.permutation == b.permutation && a.reads == b.reads && a.writes == b.writes;
}

bool alike_but_for_groups(const OpGraph& a, const OpGraph& b) {
  if (a.size() != b.size()) return false;
  for (int n = 0; n < a.size(); ++n) {
    const base::Span<const int> x = a.dependencies(n);
    const base::Span<const int> y = b.dependencies(n);
    const bool wait_alike = std::equal(x.begin(), x.end(), y.begin(), y.end());
    if (!wait_alike || !alike_but_for_groups(a.node(n), b.node(n))) return false;
  }
  return true;
}

bool all_alike_but_for_groups(const workload::Job& job) {
  const OpGraph& first = job.graph(0);
  for (int n = 0; n < first.size(); ++n) {
    const OpNode& node = first.node(n);
    if (node.kind == OpKind::send || node.kind == OpKind::receive) return false;
    if (node.collective == workload::CollectiveKind::permute) return false;  // says places
    const bool on_cpu = node.stream == workload::Stream::cpu;                // said of all of them
    if (node.kind == OpKind::collective && on_cpu) return false;
  }
  const OpGraph* last = &first;
  for (const OpGraph& graph : job.graphs) {
    if (graph.nodes_id() == last->nodes_id()) continue;
    last = &graph;
    if (!alike_but_for_groups(first, graph)) return false;
  }
  return true;
}

// The groups of a node at all NPUs; false where some NPU is not in the one its graph names.
bool partition_of(const workload::Job& job, int n, std::vector<std::vector<int>>& groups) {
  std::map<int, std::size_t> members;  // that name the group
  for (int npu = 0; npu < job.npus(); ++npu) ++members[job.graph(npu).group(n)];
  for (const auto& [group, count] : members) {
    const auto known = job.groups.find(group);
    if (group == 0 || known == job.groups.end()) return false;
    if (known->second.size() != count) return false;
    groups.push_back(known->second);
  }
  std::vector<bool> seen(index(job.npus()), false);
  for (const std::vector<int>& group : groups) {
    for (const int npu : group) {
      if (seen[index(npu)]) return false;
      seen[index(npu)] = true;
    }
  }
  return true;
}

std::vector<std::vector<int>> everybody(int npus) {
  std::vector<int> all(index(npus));
  std::iota(all.begin(), all.end(), 0);
  return {all};
}

}  // namespace

std::optional<JobRounds> rounds_of_representative(const JobWork& work,
                                                  const topology::Fabric& fabric) {
  if (work.replay || !all_alike_but_for_groups(work.job)) return std::nullopt;
  const OpGraph& graph = work.job.graph(0);
  std::vector<std::vector<std::vector<int>>> partitions;
  std::map<std::vector<std::vector<int>>, std::size_t> known;
  std::vector<std::size_t> partition_at;  // of each collective
  for (int n = 0; n < graph.size(); ++n) {
    const OpNode& node = graph.node(n);
    if (!makes_rounds(node)) continue;
    const int group = graph.group(n);
    const bool in_order = fabric.dimensions() == 1 && group == 0;
    if (work.algorithms_of(node.collective).flat && !in_order) return std::nullopt;
    std::vector<std::vector<int>> groups;
    if (group == 0) {
      for (const OpGraph& other : work.job.graphs) {
        if (other.group(n) != 0) return std::nullopt;
      }
      groups = everybody(fabric.npus());
    } else if (!partition_of(work.job, n, groups)) {
      return std::nullopt;
    }
    const auto [at, is_new] = known.try_emplace(groups, partitions.size());
    if (is_new) partitions.push_back(std::move(groups));
    partition_at.push_back(at->second);
  }
  SharedPlace shared;
  if (!shared_place(fabric, partitions, shared)) return std::nullopt;
  JobRounds job;
  job.by_classes = true;
  job.parts.emplace_back(index(graph.size()));
  std::size_t collectives = 0;
  for (int n = 0; n < graph.size(); ++n) {
    const OpNode& node = graph.node(n);
    if (!makes_rounds(node)) continue;
    std::vector<int> digits;
    for (const int digit : shared.digits[partition_at[collectives++]]) {
      const std::size_t d = index(shared.dimensions[index(digit)]);
      if (d >= node.involved.size() || node.involved[d]) digits.push_back(digit);
    }
    if (members_in(shared.shape, digits) == 1) continue;
    const GroupPlace place{shared.shape, shared.dimensions, {}};
    add_rounds(request_of(graph, node, work, place, digits, 0), true, fabric, graph, node,
               job.graph);
    job.parts[0][index(n)] = {static_cast<int>(job.graph.collectives.size()) - 1, 0};
    job.nodes.push_back({n});
  }
  return job;
}

}  // namespace jacquard::engine::job
