// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/out/traffic_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace jacquard::serve {
namespace {

using report::Timeline;

constexpr int kRequests = 1;  // the process of requests; instances follow
constexpr int kSteps = 1;     // the thread of an instance's steps

std::string name_of(const SeenStep& step) {
  if (step.decodes == 0) return fmt::format("prefill {} tokens", step.prompt_tokens);
  if (step.prompt_tokens == 0) return fmt::format("decode {}", step.decodes);
  return fmt::format("prefill {} tokens, decode {}", step.prompt_tokens, step.decodes);
}

report::Span step_span(int lane, const SeenStep& step) {
  report::Arguments about;
  about.add("prompt_tokens", step.prompt_tokens)
      .add("chunks", step.prompts)
      .add("decodes", step.decodes)
      .add("waiting", step.waiting)
      .add("blocks", step.blocks);
  return {lane, step.begin.count(), step.end.count(), 0, name_of(step), nullptr, about};
}

// Only changes, so that a quiet counter costs nothing.
void add_counters(Timeline& timeline, int group, const SeenStep& step, const SeenStep* before) {
  const auto add = [&](const char* name, auto SeenStep::*value) {
    if (before != nullptr && before->*value == step.*value) return;
    timeline.add_counter(
        {group, step.begin.count(), name, {{name, static_cast<double>(step.*value)}}});
  };
  add("waiting", &SeenStep::waiting);
  add("decodes", &SeenStep::decodes);
  add("blocks", &SeenStep::blocks);
}

report::Span part(const std::string& name, base::Picoseconds begin, base::Picoseconds end) {
  return {0, begin.count(), end.count(), 0, name, nullptr, {}};
}

report::Story story_of(int group, const RequestRecord& r) {
  report::Story story{group, part(fmt::format("request {}", r.id), r.arrival, r.last_token), {}};
  story.whole.category = "request";
  story.whole.arguments.add("input_tokens", r.input)
      .add("output_tokens", r.output)
      .add("preemptions", r.preemptions)
      .add("reused_tokens", r.reused);
  if (r.scheduled > r.arrival) story.parts.push_back(part("waits", r.arrival, r.scheduled));
  story.parts.push_back(part("prompt", r.scheduled, r.first_token));
  if (r.last_token > r.first_token) {
    story.parts.push_back(part("answer", r.first_token, r.last_token));
  }
  return story;
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

Timeline traffic_timeline(const TrafficRun& run, const std::vector<SeenSteps>& instances) {
  const std::vector<std::size_t> drawn = drawn_steps(instances);
  std::size_t steps = 0;
  for (const SeenSteps& instance : instances) steps += instance.steps().size();
  const std::size_t requests = run.run.records.size();
  Timeline timeline;
  timeline.facts.add("requests", requests)
      .add("requests_drawn", std::min(requests, kMostRequests))
      .add("steps", steps)
      .add("steps_drawn", std::accumulate(drawn.begin(), drawn.end(), std::size_t{0}));
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const int group =
        timeline.add_group(kRequests + 1 + static_cast<int>(i), instance_name(run, i));
    const int lane = timeline.add_lane(group, kSteps, "steps");
    const std::vector<SeenStep>& all = instances[i].steps();
    for (std::size_t s = 0; s < drawn[i]; ++s) {
      timeline.spans.push_back(step_span(lane, all[s]));
      add_counters(timeline, group, all[s], s == 0 ? nullptr : &all[s - 1]);
    }
    if (all.empty() || drawn[i] < all.size()) continue;
    SeenStep idle;  // after the last step nothing is held
    idle.begin = all.back().end;
    add_counters(timeline, group, idle, &all.back());
  }
  const int group = timeline.add_group(kRequests, "requests");
  for (std::size_t r = 0; r < std::min(requests, kMostRequests); ++r) {
    timeline.stories.push_back(story_of(group, run.run.records[r]));
  }
  return timeline;
}

}  // namespace jacquard::serve
