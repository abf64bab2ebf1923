// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/trace_events.hpp"

namespace jacquard::interop {
namespace {

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

// Times are whole microseconds, or in the timeline of a run picoseconds.
struct Event {
  const ChakraNode* node;
  std::size_t resource;
  std::uint64_t from;
  std::uint64_t duration;
  std::size_t lane = 0;
};

enum class Unit { microsecond, picosecond };

std::string microseconds(std::uint64_t time, Unit unit) {
  return unit == Unit::microsecond ? std::to_string(time)
                                   : exact_microseconds(static_cast<std::int64_t>(time));
}

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
  const Dependencies dependencies(trace);
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

// What overlaps on a resource is laid on lanes of its own.
void lay_on_lanes(std::vector<Event>& events) {
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.from < b.from; });
  std::array<std::vector<std::uint64_t>, kResources.size()> ends;  // of each lane
  for (Event& event : events) {
    std::vector<std::uint64_t>& lanes = ends[event.resource];
    const auto lane = std::find_if(lanes.begin(), lanes.end(),
                                   [&](std::uint64_t end) { return end <= event.from; });
    event.lane = static_cast<std::size_t>(lane - lanes.begin());
    if (lane == lanes.end()) lanes.push_back(0);
    lanes[event.lane] = event.from + event.duration;
  }
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

int thread_of(const Event& event) {
  return static_cast<int>(event.lane * kResources.size() + event.resource);
}

void add_names(TraceEvents& out, int process, const std::string& name,
               const std::vector<Event>& events) {
  out.metadata("process_name", process, TraceEvents::kNoThread, "\"name\":" + config::brief(name));
  std::set<int> threads;
  for (const Event& event : events) threads.insert(thread_of(event));
  for (const int thread : threads) {
    const char* resource = kResources[static_cast<std::size_t>(thread) % kResources.size()];
    out.metadata("thread_name", process, thread, fmt::format("\"name\":\"{}\"", resource));
  }
}

void add_event(TraceEvents& out, const ChakraTrace& trace, int process, const Event& event,
               Unit unit) {
  const ChakraNode& node = *event.node;
  out.begin_interval(process, thread_of(event), microseconds(event.from, unit),
                     microseconds(event.duration, unit));
  out.add(R"("name":{},"cat":"{}","args":{{"id":{})",
          config::brief(node.name.empty() ? name_of(node.type) : node.name), name_of(node.type),
          node.id);
  for (const char* key :
       {"comm_type", "comm_size", "comm_src", "comm_dst", "comm_tag", "num_ops", "tensor_size"}) {
    if (!find_attribute(node, key)) continue;
    out.add(R"(,"{}":{})", key, required_whole_attribute(trace, node, key));
  }
  out.add("}}}}");
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

void add_process(TraceEvents& out, const ChakraTrace& trace, std::size_t number,
                 const std::string& name, std::vector<Event> events, Unit unit) {
  const int process = static_cast<int>(number);
  lay_on_lanes(events);
  add_names(out, process, name, events);
  for (const Event& event : events) add_event(out, trace, process, event, unit);
}

}  // namespace

std::string chakra_timeline(const RankTraces& ranks) {
  TraceEvents out;
  for (std::size_t t = 0; t < ranks.distinct.size(); ++t) {
    const ChakraTrace& trace = ranks.distinct[t];
    const bool recorded =
        std::any_of(trace.nodes.begin(), trace.nodes.end(),
                    [](const ChakraNode& node) { return node.start_micros != 0; });
    add_process(out, trace, t + 1, ranks_text(ranks, t),
                recorded ? as_recorded(trace) : as_soon_as_possible(trace), Unit::microsecond);
  }
  return out.take();
}

std::string run_timeline(const RankTraces& ranks, const std::vector<TimedRank>& timed) {
  TraceEvents out;
  for (std::size_t i = 0; i < timed.size(); ++i) {
    const ChakraTrace& trace = ranks.of(timed[i].rank);
    add_process(out, trace, i + 1, timed[i].name, as_run(trace, timed[i]), Unit::picosecond);
  }
  return out.take();
}

}  // namespace jacquard::interop
