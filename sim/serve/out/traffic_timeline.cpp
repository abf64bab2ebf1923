// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/out/traffic_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "jacquard/interop/trace_events.hpp"

namespace jacquard::serve {
namespace {

using interop::exact_microseconds;
using interop::TraceEvents;

constexpr int kRequests = 1;  // the process of requests; instances follow
constexpr int kSteps = 1;     // the thread of an instance's steps

std::string name_of(const SeenStep& step) {
  if (step.decodes == 0) return fmt::format("prefill {} tokens", step.prompt_tokens);
  if (step.prompt_tokens == 0) return fmt::format("decode {}", step.decodes);
  return fmt::format("prefill {} tokens, decode {}", step.prompt_tokens, step.decodes);
}

void counter(TraceEvents& events, int process, const char* name, base::Picoseconds at,
             std::int64_t value) {
  events.begin();
  events.add("{{\"ph\":\"C\",\"pid\":{},\"ts\":{},\"name\":\"{}\",\"args\":{{\"{}\":{}}}}}",
             process, exact_microseconds(at.count()), name, name, value);
}

void add_step(TraceEvents& events, int process, const SeenStep& step) {
  events.begin_interval(process, kSteps, exact_microseconds(step.begin.count()),
                        exact_microseconds((step.end - step.begin).count()));
  events.add(
      "\"name\":\"{}\",\"args\":{{\"prompt_tokens\":{},\"chunks\":{},\"decodes\":{},"
      "\"waiting\":{},\"blocks\":{}}}}}",
      name_of(step), step.prompt_tokens, step.prompts, step.decodes, step.waiting, step.blocks);
}

// Only changes, so that a quiet counter costs nothing.
void add_counters(TraceEvents& events, int process, const SeenStep& step, const SeenStep* before) {
  if (before == nullptr || before->waiting != step.waiting) {
    counter(events, process, "waiting", step.begin, step.waiting);
  }
  if (before == nullptr || before->decodes != step.decodes) {
    counter(events, process, "decodes", step.begin, step.decodes);
  }
  if (before == nullptr || before->blocks != step.blocks) {
    counter(events, process, "blocks", step.begin, step.blocks);
  }
}

void edge(TraceEvents& events, char what, std::size_t number, base::Picoseconds at,
          const std::string& name, const std::string& args = "") {
  events.begin();
  events.add("{{\"ph\":\"{}\",\"cat\":\"request\",\"id\":{},\"pid\":{},\"tid\":0,\"ts\":{},", what,
             number, kRequests, exact_microseconds(at.count()));
  events.add("\"name\":\"{}\"{}}}", name, args);
}

// An interval of a request, which may overlap those of others.
void interval(TraceEvents& events, std::size_t number, base::Picoseconds begin,
              base::Picoseconds end, const std::string& name, const std::string& args = "") {
  edge(events, 'b', number, begin, name, args);
  edge(events, 'e', number, end, name);
}

void add_request(TraceEvents& events, std::size_t number, const RequestRecord& r) {
  edge(events, 'b', number, r.arrival, fmt::format("request {}", r.id),
       fmt::format(",\"args\":{{\"input_tokens\":{},\"output_tokens\":{},\"preemptions\":{},"
                   "\"reused_tokens\":{}}}",
                   r.input, r.output, r.preemptions, r.reused));
  if (r.scheduled > r.arrival) interval(events, number, r.arrival, r.scheduled, "waits");
  interval(events, number, r.scheduled, r.first_token, "prompt");
  if (r.last_token > r.first_token) {
    interval(events, number, r.first_token, r.last_token, "answer");
  }
  edge(events, 'e', number, r.last_token, fmt::format("request {}", r.id));
}

// Of each instance: its share of what may be drawn, and what those before it left.
std::vector<std::size_t> drawn_steps(const std::vector<SeenSteps>& instances) {
  std::vector<std::size_t> drawn;
  std::size_t left = kMostSteps;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    drawn.push_back(std::min(instances[i].steps().size(), left / (instances.size() - i)));
    left -= drawn.back();
  }
  return drawn;
}

}  // namespace

std::string instance_name(const TrafficRun& run, std::size_t i) {
  const auto first = static_cast<std::size_t>(run.instances[0]);
  if (!run.disaggregated) return fmt::format("instance {}", i + 1);
  return i < first ? fmt::format("prefill {}", i + 1) : fmt::format("decode {}", i - first + 1);
}

std::string traffic_timeline(const TrafficRun& run, const std::vector<SeenSteps>& instances) {
  const std::vector<std::size_t> drawn = drawn_steps(instances);
  std::size_t steps = 0;
  for (const SeenSteps& instance : instances) steps += instance.steps().size();
  const std::size_t requests = run.run.records.size();
  TraceEvents events(
      fmt::format("{{\"requests\":{},\"requests_drawn\":{},\"steps\":{},"
                  "\"steps_drawn\":{}}}",
                  requests, std::min(requests, kMostRequests), steps,
                  std::accumulate(drawn.begin(), drawn.end(), std::size_t{0})));
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const int process = kRequests + 1 + static_cast<int>(i);
    events.metadata("process_name", process, TraceEvents::kNoThread,
                    fmt::format("\"name\":\"{}\"", instance_name(run, i)));
    events.metadata("thread_name", process, kSteps, "\"name\":\"steps\"");
    const std::vector<SeenStep>& all = instances[i].steps();
    for (std::size_t s = 0; s < drawn[i]; ++s) {
      add_step(events, process, all[s]);
      add_counters(events, process, all[s], s == 0 ? nullptr : &all[s - 1]);
    }
    if (all.empty() || drawn[i] < all.size()) continue;
    SeenStep idle;  // after the last step nothing is held
    idle.begin = all.back().end;
    add_counters(events, process, idle, &all.back());
  }
  events.metadata("process_name", kRequests, TraceEvents::kNoThread, "\"name\":\"requests\"");
  for (std::size_t r = 0; r < std::min(requests, kMostRequests); ++r) {
    add_request(events, r, run.run.records[r]);
  }
  return events.take();
}

}  // namespace jacquard::serve
