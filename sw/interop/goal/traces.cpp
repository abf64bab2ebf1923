// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/goal/traces.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/chakra/check.hpp"

namespace jacquard::interop {
namespace {

ChakraAttribute whole(const char* name, std::int64_t value, AttributeType type) {
  return {name, "", static_cast<int>(type), {AttributeScalar(value)}};
}

void by_name(std::vector<ChakraAttribute>& attributes) {
  std::sort(attributes.begin(), attributes.end(),
            [](const ChakraAttribute& a, const ChakraAttribute& b) { return a.name < b.name; });
}

struct Lost {
  std::int64_t streams = 0;  // operations on a CPU other than 0
  std::int64_t nics = 0;
  std::int64_t empty = 0;  // messages of no bytes
};

class RankNodes {
 public:
  RankNodes(const std::vector<GoalOp>& ops, int rank, Lost& lost)
      : ops_(ops), rank_(rank), lost_(lost), begin_of_(ops.size(), 0) {}

  std::vector<ChakraNode> nodes() {
    for (std::size_t i = 0; i < ops_.size(); ++i) add(i);
    add_beginnings();
    return std::move(nodes_);
  }

 private:
  void add(std::size_t place) {
    const GoalOp& op = ops_[place];
    ChakraNode node;
    node.id = place;
    node.name = op.label;
    node.ctrl_deps.assign(op.after_end.begin(), op.after_end.end());
    if (op.cpu != 0) ++lost_.streams;
    if (op.nic != 0) ++lost_.nics;
    if (op.kind == GoalKind::calculate) {
      node.type = ChakraNodeType::comp;
      node.duration_micros = static_cast<std::uint64_t>(op.amount / 1'000);
      node.attributes = {whole("duration_ns", op.amount, AttributeType::int64),
                         whole("is_cpu_op", 1, AttributeType::bool_)};
    } else {
      const bool sends = op.kind == GoalKind::send;
      if (op.amount == 0 && sends) ++lost_.empty;
      node.type = sends ? ChakraNodeType::comm_send : ChakraNodeType::comm_recv;
      node.attributes = {
          whole("comm_size", std::max<std::int64_t>(op.amount, 1), AttributeType::int64),
          whole("comm_src", sends ? rank_ : op.peer, AttributeType::int32),
          whole("comm_dst", sends ? op.peer : rank_, AttributeType::int32),
          whole("comm_tag", op.tag, AttributeType::int64)};
    }
    by_name(node.attributes);
    nodes_.push_back(std::move(node));
  }

  // What begins with another waits for all that the other waits for.
  void add_beginnings() {
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      for (const std::size_t earlier : ops_[i].after_begin) {
        const std::uint64_t begin = beginning(earlier);
        nodes_[i].ctrl_deps.push_back(begin);
      }
    }
    // A beginning takes over what its operation waits for, beginnings of others included.
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      if (begin_of_[i] == 0) continue;
      std::swap(nodes_[begin_of_[i]].ctrl_deps, nodes_[i].ctrl_deps);
      nodes_[i].ctrl_deps = {begin_of_[i]};
    }
  }

  std::uint64_t beginning(std::size_t place) {
    if (begin_of_[place] == 0) {
      begin_of_[place] = nodes_.size();
      ChakraNode node;
      node.id = nodes_.size();
      node.name = "begin of " + ops_[place].label;
      nodes_.push_back(std::move(node));
    }
    return begin_of_[place];
  }

  const std::vector<GoalOp>& ops_;
  int rank_;
  Lost& lost_;
  std::vector<std::size_t> begin_of_;  // 0: not asked for; else the node
  std::vector<ChakraNode> nodes_;
};

std::vector<std::string> notes_of(const Lost& lost) {
  std::vector<std::string> notes;
  if (lost.streams > 0) {
    notes.push_back(fmt::format(
        "{} operations name another cpu than 0: a rank's calculations run one at a time",
        lost.streams));
  }
  if (lost.nics > 0) {
    notes.push_back(
        fmt::format("{} messages name another nic than 0: the network says their way", lost.nics));
  }
  if (lost.empty > 0) notes.push_back(fmt::format("{} messages of 0 bytes carry 1", lost.empty));
  return notes;
}

}  // namespace

RankTraces traces_of(const GoalSchedule& schedule, int ranks) {
  const int there = static_cast<int>(schedule.ranks.size());
  if (ranks != 0 && there > ranks) {
    throw base::ConfigError({schedule.source, "num_ranks",
                             fmt::format("at most {} ranks, as there are NPUs", ranks),
                             std::to_string(there), ""});
  }
  RankTraces traces;
  Lost lost;
  for (int rank = 0; rank < std::max(ranks, there); ++rank) {
    ChakraTrace trace;
    trace.source = fmt::format("{}, rank {}", schedule.source, rank);
    trace.metadata.version = "GOAL";
    if (rank < there) {
      trace.nodes = RankNodes(schedule.ranks[static_cast<std::size_t>(rank)], rank, lost).nodes();
    }
    check_trace(trace);
    traces.distinct.push_back(std::move(trace));
    traces.of_rank.push_back(static_cast<std::size_t>(rank));
  }
  traces.notes = notes_of(lost);
  return traces;
}

}  // namespace jacquard::interop
