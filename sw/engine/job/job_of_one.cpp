// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>

#include "jacquard/engine/job/job.hpp"
#include "jacquard/engine/job/requests.hpp"

namespace jacquard::engine::job {
namespace {

using astra::Input;
using astra::Node;
using astra::Trace;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

bool alike_but_for_groups(const Node& a, const Node& b) {
  return a.id == b.id && a.type == b.type && a.after == b.after && a.cpu == b.cpu &&
         a.duration_us == b.duration_us && a.ops == b.ops && a.tensor_bytes == b.tensor_bytes &&
         a.collective == b.collective && a.bytes == b.bytes && a.from == b.from && a.to == b.to &&
         a.tag == b.tag && a.involved == b.involved && a.reads == b.reads && a.writes == b.writes;
}

bool all_alike_but_for_groups(const Input& input) {
  const Trace& first = *input.traces.front();
  for (int n = 0; n < first.size(); ++n) {
    const Node::Type type = first.node(n).type;
    if (type == Node::Type::send || type == Node::Type::recv) return false;
    if (type == Node::Type::coll && first.node(n).cpu) return false;  // said of all of them
  }
  const Trace* last = &first;
  for (const auto& trace : input.traces) {
    if (trace->nodes_id() == last->nodes_id()) continue;
    last = trace.get();
    if (last->size() != first.size()) return false;
    for (int n = 0; n < first.size(); ++n) {
      if (!alike_but_for_groups(first.node(n), last->node(n))) return false;
    }
  }
  return true;
}

// The groups of a node at all NPUs; false where some NPU is not in the one its trace names.
bool partition_of(const Input& input, int n, std::vector<std::vector<int>>& groups) {
  std::map<int, std::size_t> members;  // that name the group
  for (const auto& trace : input.traces) ++members[trace->group(n)];
  for (const auto& [group, count] : members) {
    const auto known = input.groups.find(group);
    if (group == 0 || known == input.groups.end()) return false;
    if (known->second.size() != count) return false;
    groups.push_back(known->second);
  }
  std::vector<bool> seen(input.traces.size(), false);
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

bool job_of_one(const Input& input, const topology::Fabric& fabric, const Scales& scales,
                Job& job) {
  if (input.system.replay_only || !all_alike_but_for_groups(input)) return false;
  const Trace& trace = *input.traces.front();
  std::vector<std::vector<std::vector<int>>> partitions;
  std::map<std::vector<std::vector<int>>, std::size_t> known;
  std::vector<std::size_t> partition_at;  // of each collective
  for (int n = 0; n < trace.size(); ++n) {
    const Node& node = trace.node(n);
    if (node.type != Node::Type::coll) continue;
    const int group = trace.group(n);
    const bool in_order = fabric.dimensions() == 1 && group == 0;
    if (is_flat(input.system, node.collective) && !in_order) return false;
    std::vector<std::vector<int>> groups;
    if (group == 0) {
      for (const auto& other : input.traces) {
        if (other->group(n) != 0) return false;
      }
      groups = everybody(fabric.npus());
    } else if (!partition_of(input, n, groups)) {
      return false;
    }
    const auto [at, is_new] = known.try_emplace(groups, partitions.size());
    if (is_new) partitions.push_back(std::move(groups));
    partition_at.push_back(at->second);
  }
  SharedPlace shared;
  if (!shared_place(fabric, partitions, shared)) return false;
  job = {};
  job.alone = true;
  job.parts.emplace_back(index(trace.size()));
  std::size_t collectives = 0;
  for (int n = 0; n < trace.size(); ++n) {
    const Node& node = trace.node(n);
    if (node.type != Node::Type::coll) continue;
    std::vector<int> digits;
    for (const int digit : shared.digits[partition_at[collectives++]]) {
      const std::size_t d = index(shared.dimensions[index(digit)]);
      if (d >= node.involved.size() || node.involved[d]) digits.push_back(digit);
    }
    if (members_in(shared.shape, digits) == 1) continue;
    const GroupPlace place{shared.shape, shared.dimensions, {}};
    add_rounds(request_of(trace, node, input, place, digits, 0, scales), true, fabric, trace, node,
               job.graph);
    job.parts[0][index(n)] = {static_cast<int>(job.graph.collectives.size()) - 1, 0};
    job.nodes.push_back({n});
  }
  return true;
}

}  // namespace jacquard::engine::job
