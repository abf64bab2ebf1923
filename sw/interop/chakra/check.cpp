// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>

#include "jacquard/base/at.hpp"
#include "jacquard/base/cycle.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::interop {
namespace {

struct Known {
  std::uint64_t id;
  std::uint32_t place;
};

[[noreturn]] void fail(const ChakraTrace& trace, const std::string& where,
                       const std::string& expected, const std::string& found,
                       const std::string& hint = "") {
  throw base::ConfigError({trace.source, where, expected, found, hint});
}

std::vector<Known> nodes_by_id(const ChakraTrace& trace) {
  std::vector<Known> known(trace.nodes.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    known[i] = {trace.nodes[i].id, static_cast<std::uint32_t>(i)};
  }
  std::stable_sort(known.begin(), known.end(),
                   [](const Known& a, const Known& b) { return a.id < b.id; });
  for (std::size_t i = 1; i < known.size(); ++i) {
    if (known[i].id != known[i - 1].id) continue;
    fail(trace, describe(trace.nodes[known[i].place]), "an id of its own",
         "that of " + describe(trace.nodes[known[i - 1].place]));
  }
  return known;
}

// "node 3 (..) waits for node 5 (..) waits for node 3 (..)".
[[noreturn]] void fail_cycle(const ChakraTrace& trace, const std::vector<int>& cycle) {
  constexpr std::size_t kMostShown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(cycle.size(), kMostShown); ++i) {
    text += describe(base::at(trace.nodes, cycle[i])) + " waits for ";
  }
  if (cycle.size() > kMostShown) {
    text += fmt::format("{} more, which wait for ", cycle.size() - kMostShown);
  }
  text += describe(base::at(trace.nodes, cycle.front()));
  fail(trace, "", "dependencies without a cycle", "one", text);
}

std::vector<int> cycle_of(const Dependencies& dependencies) {
  return base::find_cycle(static_cast<int>(dependencies.nodes()),
                          [&](int i) { return dependencies[static_cast<std::size_t>(i)]; });
}

void require_no_cycle(const ChakraTrace& trace, const Dependencies& dependencies) {
  const std::vector<int> cycle = cycle_of(dependencies);
  if (!cycle.empty()) fail_cycle(trace, cycle);
}

void check_attributes(const ChakraTrace& trace, const ChakraNode& node) {
  switch (node.type) {
    case ChakraNodeType::comm_coll: {
      const std::int64_t type = required_whole_attribute(trace, node, "comm_type");
      if (type >= kChakraCollectives) {
        fail(trace, describe(node) + ", attribute comm_type",
             fmt::format("a collective in 0..{}", kChakraCollectives - 1), std::to_string(type));
      }
      required_whole_attribute(trace, node, "comm_size");
      flags_attribute(trace, node, "involved_dim");
      text_attribute(trace, node, "pg_name");
      break;
    }
    case ChakraNodeType::comm_send:
      required_whole_attribute(trace, node, "comm_size");
      required_whole_attribute(trace, node, "comm_dst");
      whole_attribute(trace, node, "comm_tag");
      break;
    case ChakraNodeType::comm_recv:
      required_whole_attribute(trace, node, "comm_size");
      required_whole_attribute(trace, node, "comm_src");
      whole_attribute(trace, node, "comm_tag");
      break;
    case ChakraNodeType::mem_load:
    case ChakraNodeType::mem_store:
      required_whole_attribute(trace, node, "tensor_size");
      break;
    default:
      break;
  }
}

}  // namespace

Dependencies::Dependencies(const ChakraTrace& trace) {
  const std::vector<Known> known = nodes_by_id(trace);
  const auto place_of = [&](const ChakraNode& node, std::uint64_t id, const char* kind) {
    const auto found = std::lower_bound(known.begin(), known.end(), id,
                                        [](const Known& k, std::uint64_t i) { return k.id < i; });
    if (found == known.end() || found->id != id) {
      fail(trace, describe(node), fmt::format("its {} dependency {} in the trace", kind, id),
           "no node of that id");
    }
    return found->place;
  };
  first_.reserve(trace.nodes.size() + 1);
  first_.push_back(0);
  for (const ChakraNode& node : trace.nodes) {
    const auto begin = static_cast<std::ptrdiff_t>(of_.size());
    for (const std::uint64_t id : node.ctrl_deps) of_.push_back(place_of(node, id, "control"));
    for (const std::uint64_t id : node.data_deps) of_.push_back(place_of(node, id, "data"));
    std::sort(of_.begin() + begin, of_.end());
    of_.erase(std::unique(of_.begin() + begin, of_.end()), of_.end());
    const auto self = static_cast<std::uint32_t>(first_.size() - 1);
    if (std::binary_search(of_.begin() + begin, of_.end(), self)) {
      fail(trace, describe(node), "dependencies on other nodes", "one on itself");
    }
    first_.push_back(of_.size());
  }
}

std::vector<std::uint32_t> topological_order(const ChakraTrace& trace,
                                             const Dependencies& dependencies) {
  const std::size_t n = dependencies.nodes();
  std::vector<std::uint32_t> missing(n);
  std::vector<std::size_t> first(n + 1, 0);  // of what waits for a node, in `waiting`
  for (std::size_t i = 0; i < n; ++i) {
    missing[i] = static_cast<std::uint32_t>(dependencies[i].size());
    for (const std::uint32_t d : dependencies[i]) ++first[d + 1];
  }
  for (std::size_t i = 0; i < n; ++i) first[i + 1] += first[i];
  std::vector<std::uint32_t> waiting(dependencies.count());
  std::vector<std::size_t> fill(first.begin(), first.end() - 1);
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::uint32_t d : dependencies[i]) {
      waiting[fill[d]++] = static_cast<std::uint32_t>(i);
    }
  }
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (std::size_t i = 0; i < n; ++i) {
    if (missing[i] == 0) ready.push(static_cast<std::uint32_t>(i));
  }
  std::vector<std::uint32_t> order;
  order.reserve(n);
  while (!ready.empty()) {
    const std::uint32_t node = ready.top();
    ready.pop();
    order.push_back(node);
    for (std::size_t w = first[node]; w < first[node + 1]; ++w) {
      if (--missing[waiting[w]] == 0) ready.push(waiting[w]);
    }
  }
  if (order.size() < n) require_no_cycle(trace, dependencies);
  return order;
}

void leave_out_lost_parents(ChakraTrace& trace) {
  std::vector<std::uint64_t> ids;
  ids.reserve(trace.nodes.size());
  for (const ChakraNode& node : trace.nodes) ids.push_back(node.id);
  if (!std::is_sorted(ids.begin(), ids.end())) std::sort(ids.begin(), ids.end());
  for (ChakraNode& node : trace.nodes) {
    auto& parents = node.ctrl_deps;
    const auto lost = std::remove_if(parents.begin(), parents.end(), [&](std::uint64_t id) {
      return id == node.id || !std::binary_search(ids.begin(), ids.end(), id);
    });
    trace.lost_parents += parents.end() - lost;
    parents.erase(lost, parents.end());
  }
  if (trace.lost_parents == 0 || cycle_of(Dependencies(trace)).empty()) return;
  for (ChakraNode& node : trace.nodes) {
    trace.lost_parents += static_cast<std::int64_t>(node.ctrl_deps.size());
    node.ctrl_deps.clear();
  }
}

void check_trace(const ChakraTrace& trace) {
  require_no_cycle(trace, Dependencies(trace));
  for (const ChakraNode& node : trace.nodes) check_attributes(trace, node);
}

}  // namespace jacquard::interop
