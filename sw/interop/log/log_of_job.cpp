// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/log_of_job.hpp"

#include <fmt/format.h>

#include <optional>

#include "jacquard/interop/log/class_lines.hpp"
#include "jacquard/interop/log/merge_classes.hpp"

namespace jacquard::interop {
namespace {

using workload::Job;
using workload::OpGraph;
using workload::OpKind;
using Peers = std::map<int, std::vector<int>>;

void add_groups(const Job& job, const workload::GroupList& list, Log& log) {
  for (const auto& [id, ranks] : list.groups()) log.groups[id] = {job.group_name(id), "", ranks};
  for (const auto& [partition, digits] : job.partitions) {
    int groups = 0;
    for (int npu = 0; npu < job.npus(); ++npu) {
      if (job.first_member(partition, npu) != npu) continue;
      LogGroup& group = log.groups.at(list.number(partition, npu));
      group.family = job.group_name(partition);
      group.name = fmt::format("{}_{}", group.family, groups++);
    }
  }
}

// Of the first rank's peers, those of all; nothing where one of them stands for several.
std::optional<Peers> peers_of(const Job& job, const OpGraph& graph, const std::vector<int>& ranks) {
  Peers peers;
  std::map<std::pair<int, int>, int> known;  // a digit and a place, or -1 and an NPU
  for (int n = 0; n < graph.size(); ++n) {
    const auto& node = graph.node(n);
    if (node.kind != OpKind::send && node.kind != OpKind::receive) continue;
    const int said = node.kind == OpKind::send ? node.to : node.from;
    const int first = job.peer(node, ranks.front());
    if (first < 0) continue;  // lines_of() says so
    const auto [same, is_new] = known.try_emplace({node.peer_digit, said}, first);
    if (!is_new) continue;
    std::vector<int> all;
    for (const int rank : ranks) all.push_back(job.peer(node, rank));
    const auto [listed, is_first] = peers.try_emplace(first, all);
    if (!is_first && listed->second != all) return std::nullopt;
  }
  return peers;
}

void add_class(const Job& job, const workload::GroupList& list, std::vector<int> ranks, Peers peers,
               Log& log) {
  LogClass& one = log.classes.emplace_back();
  one.representative = ranks.front();
  one.calls = lines_of(job, list, ranks.front());
  if (ranks.size() > 1) one.peers = std::move(peers);
  one.ranks = std::move(ranks);
  one.file = fmt::format("rank_{:05}.jsonl", one.representative);
}

}  // namespace

Log log_of_job(const Job& job) {
  const workload::GroupList list(job);
  Log log;
  log.source = "job";
  log.producer = "jacquard";
  log.ranks = job.npus();
  add_groups(job, list, log);
  std::vector<std::vector<int>> ranks(job.graphs.size());
  for (int npu = 0; npu < job.npus(); ++npu) {
    base::at(ranks, base::at(job.class_of, npu)).push_back(npu);
  }
  for (std::size_t c = 0; c < ranks.size(); ++c) {
    if (ranks[c].empty()) continue;
    if (auto peers = peers_of(job, job.graphs[c], ranks[c])) {
      add_class(job, list, ranks[c], *std::move(peers), log);
      continue;
    }
    for (const int rank : ranks[c]) add_class(job, list, {rank}, {}, log);
  }
  merge_classes(log);
  return log;
}

}  // namespace jacquard::interop
