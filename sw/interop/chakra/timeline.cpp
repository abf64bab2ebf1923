// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/chakra/check.hpp"

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
  if (unit == Unit::microsecond) return std::to_string(time);
  return fmt::format("{}.{:06}", time / 1'000'000, time % 1'000'000);
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

std::size_t thread_of(const Event& event) {
  return event.lane * kResources.size() + event.resource;
}

void add_names(std::string& out, std::size_t process, const std::string& name,
               const std::vector<Event>& events) {
  out += fmt::format(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":{}}}}},)"
                     "\n",
                     process, config::brief(name));
  std::vector<std::size_t> threads;
  for (const Event& event : events) threads.push_back(thread_of(event));
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  for (const std::size_t thread : threads) {
    out +=
        fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":"{}"}}}},)"
                    "\n",
                    process, thread, kResources[thread % kResources.size()]);
  }
}

void add_event(std::string& out, const ChakraTrace& trace, std::size_t process, const Event& event,
               Unit unit) {
  const ChakraNode& node = *event.node;
  out += fmt::format(
      R"({{"ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":{},"cat":"{}","args":{{"id":{})",
      process, thread_of(event), microseconds(event.from, unit), microseconds(event.duration, unit),
      config::brief(node.name.empty() ? name_of(node.type) : node.name), name_of(node.type),
      node.id);
  for (const char* key :
       {"comm_type", "comm_size", "comm_src", "comm_dst", "comm_tag", "num_ops", "tensor_size"}) {
    if (!find_attribute(node, key)) continue;
    out += fmt::format(R"(,"{}":{})", key, required_whole_attribute(trace, node, key));
  }
  out += "}},\n";
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

constexpr const char* kHead = "{\"displayTimeUnit\":\"ns\",\n\"traceEvents\":[\n";

std::string ended(std::string out) {
  if (out.size() > std::string_view(kHead).size()) out.erase(out.size() - 2, 1);  // the last comma
  return out + "]}\n";
}

void add_process(std::string& out, const ChakraTrace& trace, std::size_t process,
                 const std::string& name, std::vector<Event> events, Unit unit) {
  lay_on_lanes(events);
  add_names(out, process, name, events);
  for (const Event& event : events) add_event(out, trace, process, event, unit);
}

}  // namespace

std::string chakra_timeline(const RankTraces& ranks) {
  std::string out = kHead;
  for (std::size_t t = 0; t < ranks.distinct.size(); ++t) {
    const ChakraTrace& trace = ranks.distinct[t];
    const bool recorded =
        std::any_of(trace.nodes.begin(), trace.nodes.end(),
                    [](const ChakraNode& node) { return node.start_micros != 0; });
    add_process(out, trace, t + 1, ranks_text(ranks, t),
                recorded ? as_recorded(trace) : as_soon_as_possible(trace), Unit::microsecond);
  }
  return ended(std::move(out));
}

std::string run_timeline(const RankTraces& ranks, const std::vector<TimedRank>& timed) {
  std::string out = kHead;
  for (std::size_t i = 0; i < timed.size(); ++i) {
    const ChakraTrace& trace = ranks.of(timed[i].rank);
    add_process(out, trace, i + 1, timed[i].name, as_run(trace, timed[i]), Unit::picosecond);
  }
  return ended(std::move(out));
}

}  // namespace jacquard::interop
