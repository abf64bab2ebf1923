// SPDX-License-Identifier: Apache-2.0
// Random jobs whose groups and peers are said by places: steps as a generator makes them.
#pragma once

#include <algorithm>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/workload/job.hpp"
#include "support/op_nodes.hpp"

namespace jacquard::tb {

struct PlacedJob {
  std::vector<int> degrees;  // of the digits, the fastest first; the last one's are the stages
  int operations = 12;       // of a stage
  bool all_reduces_only = false;
  base::Picoseconds whole{1};  // durations are multiples of it
};

// A chain of communications, so that all of a group issue them in one order, and computations
// between. A stage receives from the one before, works, and sends to the next.
inline workload::Job placed_job(const PlacedJob& shape, base::Rng& rng) {
  using workload::OpKind;
  workload::Job job;
  job.places = base::MixedRadix(shape.degrees);
  const int digits = job.places.digits();
  const int stages = job.places.radix(digits - 1);
  const auto random = [&rng](int least, int most) {
    return least + static_cast<int>(rng.below(static_cast<std::uint64_t>(most - least + 1)));
  };
  for (int mask = 1; mask < 1 << (digits - 1); ++mask) {
    std::vector<int> varying;
    int members = 1;
    for (int d = 0; d < digits - 1; ++d) {
      if ((mask >> d & 1) == 0) continue;
      varying.push_back(d);
      members *= job.places.radix(d);
    }
    if (members > 1) job.partitions[10 * mask] = varying;
  }
  std::vector<int> groups;
  for (const auto& partition : job.partitions) groups.push_back(partition.first);
  // All stages run the same collectives, as ASTRA-sim's numbers of chunks want it.
  struct Operation {
    bool collective = false;
    int group = 0;
    CollectiveKind kind = CollectiveKind::all_reduce;
    int amount = 1;
  };
  std::vector<Operation> operations;
  for (int i = 0; i < shape.operations; ++i) {
    Operation own;
    own.collective = !groups.empty() && random(0, 1) == 0;
    if (own.collective)
      own.group = groups[static_cast<std::size_t>(random(0, static_cast<int>(groups.size()) - 1))];
    if (!shape.all_reduces_only) own.kind = static_cast<CollectiveKind>(random(0, 3));
    own.amount = random(1, 1000);
    operations.push_back(own);
  }
  for (int stage = 0; stage < stages; ++stage) {
    std::vector<OpNode> nodes;
    std::uint64_t last_computation = 0;
    std::uint64_t last_communication = 0;
    const auto add = [&](OpNode node, bool communicates) {
      node.id = nodes.size() + 1;
      node.control_after.clear();
      if (communicates && last_communication > 0) node.control_after.push_back(last_communication);
      const bool joins = random(0, 2) > 0;
      if (last_computation > 0 && (joins || !communicates))
        node.data_after.push_back(last_computation);
      if (!communicates && joins && last_communication > 0)
        node.data_after.push_back(last_communication);
      (communicates ? last_communication : last_computation) = node.id;
      nodes.push_back(std::move(node));
    };
    const auto say = [&](OpKind kind, int other) {
      OpNode node = message(kind, 0, other, 4096);
      node.peer_digit = digits - 1;
      node.tag = 7;
      node.from = kind == OpKind::send ? -1 : other;
      node.to = kind == OpKind::send ? other : -1;
      add(node, true);
    };
    if (stage > 0) say(OpKind::receive, stage - 1);
    for (const Operation& own : operations) {
      if (!own.collective) {
        OpNode node = computation(0, 1);
        node.duration = base::Picoseconds{own.amount * shape.whole.count() * (1 + stage)};
        node.flops = base::Flops{own.amount * 1e6};
        base::at(node.moved, workload::MemoryTier::local) = base::Bytes{own.amount * 1000};
        add(node, false);
        continue;
      }
      OpNode node = collective_node(own.kind, own.amount * 512, 0);
      node.group = own.group;
      add(node, true);
    }
    if (stage + 1 < stages) say(OpKind::send, stage + 1);
    job.graphs.emplace_back("step", std::move(nodes));
  }
  for (int npu = 0; npu < job.places.size(); ++npu) {
    job.class_of.push_back(job.places.digit(npu, digits - 1));
  }
  return job;
}

}  // namespace jacquard::tb
