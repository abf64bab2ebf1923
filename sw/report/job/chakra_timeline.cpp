// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/job/chakra_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/report/timeline/free_lanes.hpp"

namespace jacquard::report {
namespace {

using interop::ChakraNode;
using interop::ChakraNodeType;
using interop::ChakraTrace;
using interop::RankTraces;

constexpr std::array<const char*, 4> kResources = {"compute", "communication", "memory", "other"};

std::size_t resource_of(ChakraNodeType type) {
  switch (type) {
    case ChakraNodeType::comp:
      return 0;
    case ChakraNodeType::comm_coll:
    case ChakraNodeType::comm_send:
    case ChakraNodeType::comm_recv:
      return 1;
    case ChakraNodeType::mem_load:
    case ChakraNodeType::mem_store:
      return 2;
    default:
      return 3;
  }
}

// Times a trace may hold stay whole in the reader's doubles.
constexpr std::uint64_t kLatest = std::uint64_t{1} << 52;

struct Event {
  const ChakraNode* node;
  std::size_t resource;
  std::uint64_t from;
  std::uint64_t duration;
};

std::uint64_t shown_micros(const ChakraNode& node) {
  return std::clamp<std::uint64_t>(node.duration_micros, 1, kLatest);
}

std::vector<Event> as_recorded(const ChakraTrace& trace) {
  std::vector<Event> events;
  for (const ChakraNode& node : trace.nodes) {
    events.push_back(
        {&node, resource_of(node.type), std::min(node.start_micros, kLatest), shown_micros(node)});
  }
  return events;
}

std::vector<Event> as_soon_as_possible(const ChakraTrace& trace) {
  const interop::Dependencies dependencies(trace);
  std::vector<std::uint64_t> end(trace.nodes.size(), 0);
  std::array<std::uint64_t, kResources.size()> free{};
  std::vector<Event> events;
  for (const std::uint32_t i : topological_order(trace, dependencies)) {
    const ChakraNode& node = trace.nodes[i];
    const std::size_t resource = resource_of(node.type);
    std::uint64_t from = free[resource];
    for (const std::uint32_t before : dependencies[i]) from = std::max(from, end[before]);
    end[i] = std::min(from + shown_micros(node), kLatest);
    free[resource] = end[i];
    events.push_back({&node, resource, from, shown_micros(node)});
  }
  return events;
}

std::string ranks_text(const RankTraces& ranks, std::size_t trace) {
  std::string text;
  int count = 0;
  for (std::size_t rank = 0; rank < ranks.of_rank.size(); ++rank) {
    if (ranks.of_rank[rank] != trace) continue;
    if (++count <= 4) text += (count == 1 ? "" : ", ") + std::to_string(rank);
  }
  if (count > 4) text += fmt::format(" and {} more", count - 4);
  return (count == 1 ? "rank " : "ranks ") + text;
}

Arguments arguments_of(const ChakraTrace& trace, const ChakraNode& node) {
  Arguments about;
  about.add("id", node.id);
  for (const char* key :
       {"comm_type", "comm_size", "comm_src", "comm_dst", "comm_tag", "num_ops", "tensor_size"}) {
    if (find_attribute(node, key)) about.add(key, required_whole_attribute(trace, node, key));
  }
  return about;
}

std::vector<Event> as_run(const ChakraTrace& trace, const TimedRank& timed) {
  std::vector<const ChakraNode*> nodes;
  for (const ChakraNode& node : trace.nodes) nodes.push_back(&node);
  std::sort(nodes.begin(), nodes.end(),
            [](const ChakraNode* a, const ChakraNode* b) { return a->id < b->id; });
  std::vector<Event> events;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const TimedRank::Interval& time = timed.nodes[i];
    events.push_back({nodes[i], resource_of(nodes[i]->type),
                      static_cast<std::uint64_t>(time.begin_ps),
                      static_cast<std::uint64_t>(time.end_ps - time.begin_ps)});
  }
  return events;
}

// What overlaps on a resource is laid on lanes of its own.
void add_trace(Timeline& timeline, const ChakraTrace& trace, const std::string& name,
               std::vector<Event> events) {
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.from < b.from; });
  std::array<FreeLanes, kResources.size()> free;
  std::vector<int> numbers;
  std::map<int, int> lanes;  // by number
  for (const Event& event : events) {
    const auto from = static_cast<std::int64_t>(event.from);
    const int lane =
        free[event.resource].take(from, from + static_cast<std::int64_t>(event.duration));
    numbers.push_back(lane * static_cast<int>(kResources.size()) +
                      static_cast<int>(event.resource));
    lanes[numbers.back()] = 0;
  }
  const int group = timeline.add_group(static_cast<int>(timeline.groups.size()) + 1, name);
  for (auto& [number, lane] : lanes) {
    lane = timeline.add_lane(group, number,
                             kResources[static_cast<std::size_t>(number) % kResources.size()]);
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    const ChakraNode& node = *events[i].node;
    const auto from = static_cast<std::int64_t>(events[i].from);
    timeline.spans.push_back({lanes.at(numbers[i]), from,
                              from + static_cast<std::int64_t>(events[i].duration), 0,
                              node.name.empty() ? name_of(node.type) : node.name,
                              name_of(node.type), arguments_of(trace, node)});
  }
}

}  // namespace

Timeline chakra_timeline(const RankTraces& ranks) {
  Timeline timeline;
  timeline.tick = Tick::microsecond;
  for (std::size_t t = 0; t < ranks.distinct.size(); ++t) {
    const ChakraTrace& trace = ranks.distinct[t];
    const bool recorded =
        std::any_of(trace.nodes.begin(), trace.nodes.end(),
                    [](const ChakraNode& node) { return node.start_micros != 0; });
    add_trace(timeline, trace, ranks_text(ranks, t),
              recorded ? as_recorded(trace) : as_soon_as_possible(trace));
  }
  return timeline;
}

Timeline run_timeline(const RankTraces& ranks, const std::vector<TimedRank>& timed) {
  Timeline timeline;
  for (const TimedRank& rank : timed) {
    const ChakraTrace& trace = ranks.of(rank.rank);
    add_trace(timeline, trace, rank.name, as_run(trace, rank));
  }
  return timeline;
}

}  // namespace jacquard::report
