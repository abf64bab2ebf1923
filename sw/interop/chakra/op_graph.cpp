// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/op_graph.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <optional>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::interop {

namespace {

using workload::CollectiveKind;
using workload::MemoryTier;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;

[[noreturn]] void fail(const ChakraTrace& trace, const ChakraNode& node, std::string expected,
                       std::string found) {
  throw base::ConfigError(
      {trace.source, describe(node), std::move(expected), std::move(found), ""});
}

int small(const ChakraTrace& trace, const ChakraNode& node, const char* name, int otherwise) {
  const auto value = whole_attribute(trace, node, name);
  if (!value) return otherwise;
  if (*value > std::numeric_limits<int>::max()) {
    fail(trace, node, std::string(name) + " of less than 2^31", std::to_string(*value));
  }
  return static_cast<int>(*value);
}

std::optional<CollectiveKind> nearest_of(ChakraCollective kind) {
  switch (kind) {
    case ChakraCollective::reduce:
      return CollectiveKind::all_reduce;
    case ChakraCollective::gather:
      return CollectiveKind::all_gather;
    case ChakraCollective::scatter:
      return CollectiveKind::broadcast;
    case ChakraCollective::reduce_scatter_block:
      return CollectiveKind::reduce_scatter;
    default:
      return std::nullopt;
  }
}

CollectiveKind collective_of(const ChakraTrace& trace, const ChakraNode& node, OtherKinds kinds) {
  if (kinds == OtherKinds::nearest) {
    const auto type =
        static_cast<ChakraCollective>(required_whole_attribute(trace, node, "comm_type"));
    if (const auto nearest = nearest_of(type)) return *nearest;
  }
  switch (static_cast<ChakraCollective>(required_whole_attribute(trace, node, "comm_type"))) {
    case ChakraCollective::all_reduce:
      return CollectiveKind::all_reduce;
    case ChakraCollective::all_gather:
      return CollectiveKind::all_gather;
    case ChakraCollective::broadcast:
      return CollectiveKind::broadcast;
    case ChakraCollective::all_to_all:
      return CollectiveKind::all_to_all;
    case ChakraCollective::reduce_scatter:
      return CollectiveKind::reduce_scatter;
    default:
      fail(trace, node,
           "comm_type 0, 2, 5, 6 or 7 (all-reduce, all-gather, broadcast, all-to-all, "
           "reduce-scatter), the collectives of ASTRA-sim",
           std::to_string(required_whole_attribute(trace, node, "comm_type")));
  }
}

OpKind kind_of(ChakraNodeType type) {
  static constexpr OpKind kinds[] = {OpKind::marker,  OpKind::marker,    OpKind::load,
                                     OpKind::store,   OpKind::compute,   OpKind::send,
                                     OpKind::receive, OpKind::collective};
  return base::at(kinds, type);
}

// Tensors of a trace by name, numbered as they come.
using TensorNames = std::map<std::string, int>;

// "inputs" and "outputs" as ASTRA-sim's memory tracker takes them: name, bytes, name, bytes, ...
// Bytes are decimals where they were computed as reals ("100663296.0"); parts of one are dropped.
std::vector<workload::TensorUse> tensors_of(const ChakraTrace& trace, const ChakraNode& node,
                                            const char* attribute, TensorNames& names) {
  std::vector<workload::TensorUse> uses;
  const ChakraAttribute* found = find_attribute(node, attribute);
  if (found == nullptr) return uses;
  const std::string expected = std::string(attribute) + ": pairs of a tensor's name and its bytes";
  if (found->values.size() % 2 != 0) {
    fail(trace, node, expected, std::to_string(found->values.size()) + " values");
  }
  for (std::size_t i = 0; i < found->values.size(); i += 2) {
    const auto* name = std::get_if<std::string>(&found->values[i]);
    const auto* bytes = std::get_if<std::string>(&found->values[i + 1]);
    const double count = bytes == nullptr ? -1 : decimal(*bytes).value_or(-1);
    constexpr double kMost = 0x1p50;
    if (name == nullptr || count < 0 || count > kMost) {
      fail(trace, node, expected, bytes == nullptr ? "no text" : "'" + *bytes + "'");
    }
    const int number = names.try_emplace(*name, static_cast<int>(names.size())).first->second;
    uses.push_back({number, base::Bytes{static_cast<std::int64_t>(count)}});
  }
  return uses;
}

std::optional<base::Bytes> bytes_attribute(const ChakraTrace& trace, const ChakraNode& node,
                                           const char* name) {
  const auto value = whole_attribute(trace, node, name);
  return value ? std::optional(base::Bytes{*value}) : std::nullopt;
}

bool is_barrier(const ChakraTrace& trace, const ChakraNode& node) {
  return whole_attribute(trace, node, "comm_type") ==
             static_cast<std::int64_t>(ChakraCollective::barrier) ||
         whole_attribute(trace, node, "comm_size") == 0;
}

OpNode node_of(const ChakraTrace& trace, const ChakraNode& from, TensorNames& names,
               const GroupNumbers& groups, OtherKinds kinds) {
  OpNode node;
  node.reads = tensors_of(trace, from, "inputs", names);
  node.writes = tensors_of(trace, from, "outputs", names);
  node.id = from.id;
  node.name = from.name;
  node.kind = kind_of(from.type);
  node.control_after = from.ctrl_deps;
  node.data_after = from.data_deps;
  constexpr std::uint64_t kLongest = 100ull * 86'400 * 1'000'000;
  if (from.duration_micros > kLongest) {
    fail(trace, from, fmt::format("duration_micros of at most 100 days, {}", kLongest),
         std::to_string(from.duration_micros));
  }
  node.duration = base::Picoseconds{static_cast<std::int64_t>(from.duration_micros) * 1'000'000};
  // Of other formats, which are finer than Chakra's microseconds.
  if (const auto exact = whole_attribute(trace, from, "duration_ns")) {
    constexpr auto kMost = static_cast<std::int64_t>(kLongest) * 1'000;
    if (*exact > kMost) {
      fail(trace, from, fmt::format("duration_ns of at most 100 days, {}", kMost),
           std::to_string(*exact));
    }
    node.duration = base::Picoseconds{*exact * 1'000};
  }
  const bool on_cpu = whole_attribute(trace, from, "is_cpu_op").value_or(0) != 0;
  node.stream = on_cpu ? workload::Stream::cpu : stream_of(node.kind);
  if (whole_attribute(trace, from, "occupies_nothing").value_or(0) != 0) {
    node.stream = workload::Stream::none;
  }
  switch (node.kind) {
    case OpKind::marker:
      break;
    case OpKind::load:
    case OpKind::store:
    case OpKind::compute:
      if (const auto ops = whole_attribute(trace, from, "num_ops")) node.flops = base::Flops{*ops};
      base::at(node.moved, accesses_remote_memory(node) ? MemoryTier::remote : MemoryTier::local) =
          bytes_attribute(trace, from, "tensor_size");
      break;
    case OpKind::send:
    case OpKind::receive:
      node.bytes = bytes_attribute(trace, from, "comm_size");
      node.from = small(trace, from, "comm_src", -1);
      node.to = small(trace, from, "comm_dst", -1);
      node.tag = whole_attribute(trace, from, "comm_tag").value_or(0);
      break;
    case OpKind::collective:
      node.group = group_number(trace, from, groups);
      if (kinds == OtherKinds::nearest && is_barrier(trace, from)) {
        node.kind = OpKind::marker;
        node.stream = workload::Stream::compute;
        node.duration = base::Picoseconds{0};
        node.barrier = true;
        break;
      }
      node.bytes = bytes_attribute(trace, from, "comm_size");
      node.collective = collective_of(trace, from, kinds);
      node.involved = flags_attribute(trace, from, "involved_dim").value_or(std::vector<bool>{});
      node.from = small(trace, from, "comm_src", -1);
      node.priority = signed_attribute(trace, from, "comm_priority").value_or(0);
      break;
  }
  return node;
}

}  // namespace

OpGraph op_graph(const ChakraTrace& trace, const GroupNumbers& groups, OtherKinds kinds) {
  std::vector<OpNode> nodes;
  nodes.reserve(trace.nodes.size());
  TensorNames names;
  for (const ChakraNode& node : trace.nodes) {
    nodes.push_back(node_of(trace, node, names, groups, kinds));
  }
  return {trace.source, std::move(nodes)};
}

workload::Job job_of(const RankTraces& traces, std::map<int, std::vector<int>> groups,
                     bool zero_is_everybody, OtherKinds kinds) {
  workload::Job job;
  job.groups = std::move(groups);
  std::vector<OpGraph> distinct;
  std::vector<GroupNumbers> numbers;
  Numbering numbering(job.groups, traces.ranks());
  for (const ChakraTrace& trace : traces.distinct) {
    numbers.push_back(numbering.of(trace, zero_is_everybody));
    distinct.push_back(op_graph(trace, numbers.back(), kinds));
  }
  job.group_names = numbering.names();
  std::map<std::size_t, int> class_of;  // of ranks whose groups are those of their distinct trace
  for (int rank = 0; rank < traces.ranks(); ++rank) {
    const std::size_t which = base::at(traces.of_rank, rank);
    OpGraph::Renaming names = renumbered(numbers[which], traces.renaming(rank));
    if (!names.empty()) {
      job.add({distinct[which], traces.source(rank), std::move(names)});
      continue;
    }
    const auto [known, is_new] = class_of.try_emplace(which, static_cast<int>(job.graphs.size()));
    if (is_new) {
      job.add(distinct[which]);
    } else {
      job.class_of.push_back(known->second);
    }
  }
  return job;
}

void require_runnable(const RankTraces& traces, int npus) {
  std::map<int, std::vector<int>> groups;
  Numbering numbering(groups, npus);
  for (const ChakraTrace& trace : traces.distinct) {
    const OpGraph graph = op_graph(trace, numbering.of(trace, false));
    for (int n = 0; n < graph.size(); ++n) {
      const OpNode& node = graph.node(n);
      if (!communicates(node)) continue;
      if (node.stream == workload::Stream::cpu) {
        graph.fail(node, "is_cpu_op false for communication", "true");
      }
      const bool moves =
          node.kind != OpKind::collective || node.collective != CollectiveKind::broadcast;
      if (moves && node.bytes == base::Bytes{0}) {
        graph.fail(node, "a comm_size above 0", "0");
      }
    }
  }
}

}  // namespace jacquard::interop
