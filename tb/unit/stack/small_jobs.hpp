// SPDX-License-Identifier: Apache-2.0
// Jobs small enough to follow by hand.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/engine/job/work.hpp"
#include "jacquard/workload/job.hpp"

namespace small_jobs {

namespace workload = jacquard::workload;
using jacquard::base::Bytes;
using jacquard::base::Picoseconds;

inline workload::OpNode node(std::uint64_t id, workload::OpKind kind,
                             std::vector<std::uint64_t> after = {}) {
  workload::OpNode made;
  made.id = id;
  made.kind = kind;
  made.stream = stream_of(kind);
  made.data_after = std::move(after);
  return made;
}

inline workload::OpNode all_reduce(std::uint64_t id, int group, std::int64_t bytes,
                                   std::vector<std::uint64_t> after = {}) {
  workload::OpNode made = node(id, workload::OpKind::collective, std::move(after));
  made.group = group;
  made.bytes = Bytes{bytes};
  return made;
}

// Chronos s5.2: 16 GPUs as 4 x 4, tensor parallelism in one direction, data parallelism in the
// other; a microsecond of computation before each all-reduce of 4 KiB. `change` is made to each
// collective.
inline jacquard::engine::job::JobWork four_by_four(
    const std::function<void(workload::OpNode&)>& change = {}) {
  std::vector<workload::OpNode> nodes;
  for (const int group : {1, 2}) {
    const auto at = static_cast<std::uint64_t>(2 * group);
    nodes.push_back(node(at, workload::OpKind::compute));
    if (group == 2) nodes.back().data_after = {3};
    nodes.back().duration = Picoseconds{1'000'000};
    nodes.push_back(all_reduce(at + 1, group, 4096, {at}));
    if (change) change(nodes.back());
  }
  jacquard::engine::job::JobWork work;
  work.job.add(workload::OpGraph("4 x 4", std::move(nodes)), 16);
  work.job.places = jacquard::base::MixedRadix({4, 4});
  work.job.partitions = {{1, {0}}, {2, {1}}};
  work.job.group_names = {{1, "tp"}, {2, "dp"}};
  return work;
}

// Two stages of two NPUs: the first computes a microsecond and sends 1 MB, then the second
// computes.
inline jacquard::engine::job::JobWork pipeline_of_two() {
  workload::OpNode first = node(1, workload::OpKind::compute);
  first.duration = Picoseconds{1'000'000};
  workload::OpNode send = node(2, workload::OpKind::send, {1});
  workload::OpNode receive = node(2, workload::OpKind::receive);
  for (workload::OpNode* message : {&send, &receive}) {
    message->bytes = Bytes{1'000'000};
    message->from = 0;
    message->to = 1;
    message->peer_digit = 1;
  }
  workload::OpNode second = node(3, workload::OpKind::compute, {2});
  second.duration = Picoseconds{2'000'000};
  jacquard::engine::job::JobWork work;
  work.job.add(workload::OpGraph("first stage", {first, send}), 2);
  work.job.add(workload::OpGraph("second stage", {receive, second}), 2);
  work.job.places = jacquard::base::MixedRadix({2, 2});
  return work;
}

// The same job with a list of NPUs for each group and a class for each NPU.
inline workload::Job listed_groups(const workload::Job& job) {
  workload::Job listed;
  for (int npu = 0; npu < job.npus(); ++npu) {
    workload::OpGraph::Renaming renaming;
    for (const auto& [group, digits] : job.partitions) {
      const int own = 1000 * group + job.first_member(group, npu);
      listed.groups[own] = job.members(group, npu);
      listed.group_names[own] = job.group_name(group);
      renaming.emplace_back(group, own);
    }
    listed.add(workload::OpGraph(job.graph(npu), "NPU " + std::to_string(npu), renaming));
  }
  return listed;
}

}  // namespace small_jobs
