// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/summary.hpp"

#include <algorithm>
#include <map>

#include "jacquard/base/at.hpp"
#include "jacquard/interop/chakra/check.hpp"

namespace jacquard::interop {
namespace {

bool communicates(ChakraNodeType type) {
  return type == ChakraNodeType::comm_coll || type == ChakraNodeType::comm_send ||
         type == ChakraNodeType::comm_recv;
}

using Collectives = std::map<std::pair<ChakraCollective, std::string>, CollectiveTotals>;

void add_collective(const ChakraTrace& trace, const ChakraNode& node, Collectives& all) {
  const auto kind =
      static_cast<ChakraCollective>(required_whole_attribute(trace, node, "comm_type"));
  const std::string group = text_attribute(trace, node, "pg_name").value_or("");
  CollectiveTotals& totals = all[{kind, group}];
  totals.kind = kind;
  totals.group = group;
  totals.nodes += 1;
  totals.bytes += static_cast<double>(required_whole_attribute(trace, node, "comm_size"));
}

// Each rank in the groups that it is in.
void add_collectives(const RankTraces& ranks, const std::vector<Collectives>& of_distinct,
                     Collectives& all) {
  for (int rank = 0; rank < ranks.ranks(); ++rank) {
    for (const auto& [key, own] : of_distinct[base::at(ranks.of_rank, rank)]) {
      const std::string group = ranks.group(rank, own.group);
      CollectiveTotals& totals = all[{own.kind, group}];
      totals.kind = own.kind;
      totals.group = group;
      totals.nodes += own.nodes;
      totals.bytes += own.bytes;
    }
  }
}

// As recorded, finer than microseconds where the trace comes from another format.
double micros_of(const ChakraTrace& trace, const ChakraNode& node) {
  const auto exact = whole_attribute(trace, node, "duration_ns");
  return exact ? static_cast<double>(*exact) * 1e-3 : static_cast<double>(node.duration_micros);
}

void add_node(const ChakraTrace& trace, const ChakraNode& node, std::int64_t ranks,
              NodeTotals& totals) {
  const auto value = [&](const char* name) {
    return static_cast<double>(ranks) *
           static_cast<double>(whole_attribute(trace, node, name).value_or(0));
  };
  totals.nodes += ranks;
  totals.operations += value("num_ops");
  totals.bytes += value(communicates(node.type) ? "comm_size" : "tensor_size");
  totals.recorded_micros += static_cast<double>(ranks) * micros_of(trace, node);
}

void add_chains(const ChakraTrace& trace, const Dependencies& dependencies, TraceSummary& summary) {
  std::vector<std::int64_t> nodes(trace.nodes.size(), 0);
  std::vector<double> micros(trace.nodes.size(), 0);
  for (const std::uint32_t i : topological_order(trace, dependencies)) {
    for (const std::uint32_t before : dependencies[i]) {
      nodes[i] = std::max(nodes[i], nodes[before]);
      micros[i] = std::max(micros[i], micros[before]);
    }
    nodes[i] += 1;
    micros[i] += micros_of(trace, trace.nodes[i]);
    summary.longest_chain_nodes = std::max(summary.longest_chain_nodes, nodes[i]);
    summary.longest_chain_micros = std::max(summary.longest_chain_micros, micros[i]);
  }
}

}  // namespace

TraceSummary summarize(const RankTraces& ranks) {
  TraceSummary summary;
  std::vector<Collectives> of_distinct(ranks.distinct.size());
  for (std::size_t t = 0; t < ranks.distinct.size(); ++t) {
    const ChakraTrace& trace = ranks.distinct[t];
    const std::int64_t count = std::count(ranks.of_rank.begin(), ranks.of_rank.end(), t);
    const Dependencies dependencies(trace);
    summary.nodes += count * static_cast<std::int64_t>(trace.nodes.size());
    summary.dependencies += count * static_cast<std::int64_t>(dependencies.count());
    for (const ChakraNode& node : trace.nodes) {
      add_node(trace, node, count, base::at(summary.by_type, node.type));
      if (node.type == ChakraNodeType::comm_coll) add_collective(trace, node, of_distinct[t]);
    }
    add_chains(trace, dependencies, summary);
  }
  Collectives collectives;
  add_collectives(ranks, of_distinct, collectives);
  for (auto& entry : collectives) summary.collectives.push_back(std::move(entry.second));
  return summary;
}

}  // namespace jacquard::interop
