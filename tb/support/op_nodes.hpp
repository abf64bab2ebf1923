// SPDX-License-Identifier: Apache-2.0
// Operations of jobs written in a test.
#pragma once

#include <string>
#include <vector>

#include "jacquard/workload/job.hpp"

namespace jacquard::tb {

using rounds::CollectiveKind;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;

using Ids = std::vector<std::uint64_t>;

inline OpNode operation(OpKind kind, std::uint64_t id, Ids after = {}) {
  OpNode node;
  node.id = id;
  node.kind = kind;
  node.stream = stream_of(kind);
  node.data_after = std::move(after);
  return node;
}

inline base::Picoseconds microseconds(std::int64_t count) {
  return base::Picoseconds{count * 1'000'000};
}

inline OpNode computation(std::uint64_t id, std::int64_t micros, Ids after = {}) {
  OpNode node = operation(OpKind::compute, id, std::move(after));
  node.duration = microseconds(micros);
  return node;
}

// A computation for the roofline.
inline OpNode work_of(std::uint64_t id, double flops, std::int64_t bytes, Ids after = {}) {
  OpNode node = operation(OpKind::compute, id, std::move(after));
  node.flops = base::Flops{flops};
  base::at(node.moved, workload::MemoryTier::local) = base::Bytes{bytes};
  return node;
}

inline OpNode remote_load(std::uint64_t id, std::int64_t bytes) {
  OpNode node = operation(OpKind::load, id);
  base::at(node.moved, workload::MemoryTier::remote) = base::Bytes{bytes};
  return node;
}

inline OpNode message(OpKind kind, std::uint64_t id, int peer, std::int64_t bytes, Ids after = {}) {
  OpNode node = operation(kind, id, std::move(after));
  (kind == OpKind::send ? node.to : node.from) = peer;
  node.bytes = base::Bytes{bytes};
  return node;
}

inline OpNode collective_node(CollectiveKind kind, std::int64_t bytes, std::uint64_t id = 0,
                              Ids after = {}) {
  OpNode node = operation(OpKind::collective, id, std::move(after));
  node.collective = kind;
  node.bytes = base::Bytes{bytes};
  return node;
}

inline OpNode of_group(OpNode node, int group) {
  node.group = group;
  return node;
}

// A graph of its own for each of the next NPUs.
inline void add_each(workload::Job& job, std::vector<std::vector<OpNode>> graphs,
                     const std::string& source = "npu") {
  for (std::vector<OpNode>& nodes : graphs) {
    job.add({source + std::to_string(job.npus()), std::move(nodes)});
  }
}

inline void forget_graphs(workload::Job& job) {
  job.graphs.clear();
  job.class_of.clear();
}

// The same graph for each of `npus`, and nothing else.
inline void run_on_all(workload::Job& job, std::vector<OpNode> nodes, int npus) {
  forget_graphs(job);
  job.add({"test", std::move(nodes)}, npus);
}

// These NPUs run this graph instead.
inline void replace(workload::Job& job, const std::vector<int>& npus, OpGraph graph) {
  for (const int npu : npus) base::at(job.class_of, npu) = static_cast<int>(job.graphs.size());
  job.graphs.push_back(std::move(graph));
}

}  // namespace jacquard::tb
