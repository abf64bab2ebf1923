// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/files/engine_trace.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <optional>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {

namespace {

using astra::Node;

[[noreturn]] void fail(const interop::ChakraTrace& trace, const interop::ChakraNode& node,
                       std::string expected, std::string found) {
  throw base::ConfigError(
      {trace.source, interop::describe(node), std::move(expected), std::move(found), ""});
}

int small(const interop::ChakraTrace& trace, const interop::ChakraNode& node, const char* name,
          int otherwise) {
  const auto value = interop::whole_attribute(trace, node, name);
  if (!value) return otherwise;
  if (*value > std::numeric_limits<int>::max()) {
    fail(trace, node, std::string(name) + " of less than 2^31", std::to_string(*value));
  }
  return static_cast<int>(*value);
}

Node::Collective collective_of(const interop::ChakraTrace& trace, const interop::ChakraNode& node) {
  switch (static_cast<interop::ChakraCollective>(
      interop::required_whole_attribute(trace, node, "comm_type"))) {
    case interop::ChakraCollective::all_reduce:
      return Node::Collective::all_reduce;
    case interop::ChakraCollective::all_gather:
      return Node::Collective::all_gather;
    case interop::ChakraCollective::broadcast:
      return Node::Collective::broadcast;
    case interop::ChakraCollective::all_to_all:
      return Node::Collective::all_to_all;
    case interop::ChakraCollective::reduce_scatter:
      return Node::Collective::reduce_scatter;
    default:
      fail(trace, node,
           "comm_type 0, 2, 5, 6 or 7 (all-reduce, all-gather, broadcast, all-to-all, "
           "reduce-scatter), the collectives of ASTRA-sim",
           std::to_string(interop::required_whole_attribute(trace, node, "comm_type")));
  }
}

Node::Type type_of(interop::ChakraNodeType type) {
  static constexpr Node::Type types[] = {
      Node::Type::invalid, Node::Type::metadata, Node::Type::mem_load, Node::Type::mem_store,
      Node::Type::comp,    Node::Type::send,     Node::Type::recv,     Node::Type::coll};
  return base::at(types, type);
}

// Tensors of a trace by name, numbered as they come.
using TensorNames = std::map<std::string, int>;

// "inputs" and "outputs" as ASTRA-sim's memory tracker takes them: name, bytes, name, bytes, ...
// Bytes are decimals where they were computed as reals ("100663296.0"); parts of one are dropped.
std::vector<astra::TensorUse> tensors_of(const interop::ChakraTrace& trace,
                                         const interop::ChakraNode& node, const char* attribute,
                                         TensorNames& names) {
  std::vector<astra::TensorUse> uses;
  const interop::ChakraAttribute* found = interop::find_attribute(node, attribute);
  if (found == nullptr) return uses;
  const std::string expected = std::string(attribute) + ": pairs of a tensor's name and its bytes";
  if (found->values.size() % 2 != 0) {
    fail(trace, node, expected, std::to_string(found->values.size()) + " values");
  }
  for (std::size_t i = 0; i < found->values.size(); i += 2) {
    const auto* name = std::get_if<std::string>(&found->values[i]);
    const auto* bytes = std::get_if<std::string>(&found->values[i + 1]);
    const double count = bytes == nullptr ? -1 : interop::decimal(*bytes).value_or(-1);
    constexpr double kMost = 0x1p50;
    if (name == nullptr || count < 0 || count > kMost) {
      fail(trace, node, expected, bytes == nullptr ? "no text" : "'" + *bytes + "'");
    }
    const int number = names.try_emplace(*name, static_cast<int>(names.size())).first->second;
    uses.push_back({number, static_cast<std::int64_t>(count)});
  }
  return uses;
}

Node node_of(const interop::ChakraTrace& trace, const interop::ChakraNode& from, TensorNames& names,
             const interop::GroupNumbers& groups) {
  Node node;
  node.reads = tensors_of(trace, from, "inputs", names);
  node.writes = tensors_of(trace, from, "outputs", names);
  node.id = from.id;
  node.name = from.name;
  node.type = type_of(from.type);
  node.after = from.ctrl_deps;
  node.after.insert(node.after.end(), from.data_deps.begin(), from.data_deps.end());
  constexpr std::uint64_t kLongest = 100ull * 86'400 * 1'000'000;
  if (from.duration_micros > kLongest) {
    fail(trace, from, fmt::format("duration_micros of at most 100 days, {}", kLongest),
         std::to_string(from.duration_micros));
  }
  node.duration_us = static_cast<std::int64_t>(from.duration_micros);
  node.cpu = interop::whole_attribute(trace, from, "is_cpu_op").value_or(0) != 0;
  switch (node.type) {
    case Node::Type::invalid:
    case Node::Type::metadata:
      break;
    case Node::Type::mem_load:
    case Node::Type::mem_store:
    case Node::Type::comp:
      node.ops = interop::whole_attribute(trace, from, "num_ops").value_or(-1);
      node.tensor_bytes = interop::whole_attribute(trace, from, "tensor_size").value_or(-1);
      break;
    case Node::Type::send:
    case Node::Type::recv:
      node.bytes = interop::whole_attribute(trace, from, "comm_size").value_or(-1);
      node.from = small(trace, from, "comm_src", -1);
      node.to = small(trace, from, "comm_dst", -1);
      node.tag = interop::whole_attribute(trace, from, "comm_tag").value_or(0);
      break;
    case Node::Type::coll:
      node.bytes = interop::whole_attribute(trace, from, "comm_size").value_or(-1);
      node.collective = collective_of(trace, from);
      node.group = interop::group_number(trace, from, groups);
      node.involved =
          interop::flags_attribute(trace, from, "involved_dim").value_or(std::vector<bool>{});
      node.from = small(trace, from, "comm_src", -1);
      node.priority = interop::signed_attribute(trace, from, "comm_priority").value_or(0);
      break;
  }
  return node;
}

}  // namespace

astra::Trace engine_trace(const interop::ChakraTrace& trace, const interop::GroupNumbers& groups) {
  std::vector<Node> nodes;
  nodes.reserve(trace.nodes.size());
  TensorNames names;
  for (const interop::ChakraNode& node : trace.nodes)
    nodes.push_back(node_of(trace, node, names, groups));
  return {trace.source, std::move(nodes)};
}

void require_runnable(const interop::RankTraces& traces, int npus) {
  std::map<int, std::vector<int>> groups;
  interop::Numbering numbering(groups, npus);
  for (const interop::ChakraTrace& trace : traces.distinct) {
    const astra::Trace nodes = engine_trace(trace, numbering.of(trace, false));
    for (int n = 0; n < nodes.size(); ++n) {
      const Node& node = nodes.node(n);
      const bool message = node.type == Node::Type::send || node.type == Node::Type::recv;
      if (!message && node.type != Node::Type::coll) continue;
      if (node.cpu) {
        throw base::ConfigError(
            {trace.source, described(node), "is_cpu_op false for communication", "true", ""});
      }
      const bool moves = message || node.collective != Node::Collective::broadcast;
      if (moves && node.bytes == 0) {
        throw base::ConfigError({trace.source, described(node), "a comm_size above 0", "0", ""});
      }
    }
  }
}

}  // namespace jacquard::astra
