// SPDX-License-Identifier: Apache-2.0
// Custom collectives: an algorithm that is a trace of its own (ASTRA-sim's CustomAlgorithm). Its
// nodes occupy nothing: all that may begin do, while the collective has the NPU's communication.
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/astra/workload.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {

const OpGraph& Workload::trace_at(const Npu& npu, int index) const {
  if (index < npu.trace->size() || npu.custom.trace == nullptr) return *npu.trace;
  return *npu.custom.trace;
}

const OpNode& Workload::node_at(const Npu& npu, int index) const {
  if (index < npu.trace->size()) return npu.trace->node(index);
  return npu.custom.trace->node(index - npu.trace->size());
}

// A rank of an algorithm stands for that member of its group.
int Workload::peer_of(std::uint32_t at, int index) const {
  const Npu& npu = npus_[at];
  const OpNode& node = node_at(npu, index);
  const int peer = input_.job.peer(node, cast_.rank(at));
  if (index < npu.trace->size() || npu.custom.members == nullptr) return peer;
  const std::vector<int>& members = *npu.custom.members;
  const bool there = peer >= 0 && static_cast<std::size_t>(peer) < members.size();
  return there ? base::at(members, peer) : -1;
}

// False where the collective has an algorithm of ours. Until November 2025 groups smaller than the
// cluster ran none of their own, and ranks of an algorithm were NPUs.
bool Workload::run_custom(std::uint32_t at, int index, int group) {
  Npu& npu = npus_[at];
  const OpNode& node = npu.trace->node(index);
  const CustomCollective& custom = base::at(input_.custom, node.collective);
  if (custom.empty()) return false;
  const std::vector<int>* members = group == 0 ? nullptr : &input_.job.groups.at(group);
  if (!input_.since_november_2025) {
    if (members != nullptr && static_cast<int>(members->size()) != input_.job.npus()) return false;
    members = nullptr;
  }
  std::size_t place = static_cast<std::size_t>(cast_.rank(at));
  if (members != nullptr) {
    const auto own = std::find(members->begin(), members->end(), cast_.rank(at));
    if (own == members->end()) {
      npu.trace->fail(node,
                      fmt::format("NPU {} in communicator group {}", cast_.rank(at),
                                  input_.job.group_name(group)),
                      "it is not");
    }
    place = static_cast<std::size_t>(own - members->begin());
  }
  if (place >= custom.size()) {
    npu.trace->fail(node, fmt::format("a custom collective with a trace for place {}", place),
                    fmt::format("one of {} places", custom.size()));
  }
  const OpGraph& algorithm = custom[place];
  npu.custom = {index, &algorithm, members, algorithm.dependency_counts(), algorithm.size()};
  if (algorithm.size() == 0) {
    throw base::ConfigError({algorithm.source(), "", "nodes", "none", "ASTRA-sim never ends it"});
  }
  for (int n = 0; n < algorithm.size(); ++n) {
    if (algorithm.dependencies(n).empty()) {
      issue_custom(at, npu.trace->size() + n);
    }
  }
  return true;
}

void Workload::issue_custom(std::uint32_t at, int index) {
  const Npu& npu = npus_[at];
  const OpNode& node = node_at(npu, index);
  switch (node.kind) {
    case OpKind::send:
      send(at, index);
      break;
    case OpKind::receive:
      receive(at, index);
      break;
    case OpKind::compute:
      calls_.after(at, replayed(trace_at(npu, index), node),
                   {Call::Kind::node, static_cast<std::uint32_t>(index), 0});
      break;
    default:
      npu.custom.trace->fail(node, "sends, receives and computations in a custom collective",
                             "another type", "ASTRA-sim never ends it");
  }
}

void Workload::custom_done(std::uint32_t at, int index) {
  Npu& npu = npus_[at];
  const int first = npu.trace->size();
  const OpGraph& algorithm = *npu.custom.trace;
  --npu.custom.left;
  for (const int child : algorithm.dependents(index - first)) {
    if (--base::at(npu.custom.waits, child) == 0) issue_custom(at, first + child);
  }
  if (npu.custom.left > 0) return;
  const int node = npu.custom.node;
  npu.custom = {};
  node_done(at, node);
}

}  // namespace jacquard::astra
