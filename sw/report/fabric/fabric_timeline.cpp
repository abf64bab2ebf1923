// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/fabric_timeline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "jacquard/base/at.hpp"
#include "jacquard/report/fabric/timeline_events.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::report {
namespace {

constexpr std::array<const char*, kTrackGroups> kGroupNames = {"NPUs",      "flows",     "ports",
                                                               "crossbars", "scheduler", "other"};

bool tells_columns(const FabricRun& run) {
  std::size_t columns = 0;
  for (const SettingRecord& s : run.settings) columns += s.columns.size();
  return columns <= kMostColumns;
}

std::string left_out(const TimelineEvents& events, bool with_columns) {
  std::string note;
  const auto add = [&](const std::string& what) { note += (note.empty() ? "" : "; ") + what; };
  if (events.left_out > 0) {
    add(fmt::format("only the {} longest events are shown, {} shorter ones are left out",
                    grouped(static_cast<std::int64_t>(events.events.size())),
                    grouped(static_cast<std::int64_t>(events.left_out))));
  }
  if (events.connections_left_out) add("too many settings to show what each port connects to");
  if (!with_columns) add("too many settings to give their columns");
  return note;
}

void add_lanes(Timeline& timeline, const std::vector<Track>& tracks) {
  for (std::size_t t = 0; t < tracks.size(); ++t) {
    const Track& track = tracks[t];
    if (t == 0 || track.group != tracks[t - 1].group) {
      timeline.add_group(static_cast<int>(track.group) + 1, base::at(kGroupNames, track.group));
    }
    timeline.add_lane(static_cast<int>(timeline.groups.size()) - 1, static_cast<int>(t) + 1,
                      track.name + (track.lane == 0 ? "" : fmt::format(" ({})", track.lane + 1)));
  }
}

void name_setting(const SettingRecord& setting, std::uint32_t index, bool with_columns,
                  Span& span) {
  const schedule::Matching& columns = setting.columns;
  span.name = fmt::format("setting {}", index);
  span.arguments.add("setting", index)
      .add("pairs", static_cast<std::ptrdiff_t>(columns.size()) -
                        std::count(columns.begin(), columns.end(), schedule::kUnmatched));
  if (with_columns) {
    span.arguments.add_json("columns", fmt::format("[{}]", fmt::join(columns, ",")));
  }
}

Span span_of(const FabricRun& run, const TimelineEvent& event, bool with_columns) {
  Span span;
  span.lane = event.track;
  span.begin = event.from_ps;
  span.end = event.to_ps;
  switch (event.kind) {
    case EventKind::activity: {
      const ActivityRecord& a = run.activities[event.index];
      span.name = a.name;
      span.arguments.add("track", a.track);
      break;
    }
    case EventKind::flow: {
      const FlowRecord& f = run.flows[event.index];
      span.name = fmt::format("to npu {}", f.destination);
      span.arguments.add("source", f.source)
          .add("destination", f.destination)
          .add("bytes", f.size.count());
      break;
    }
    case EventKind::connection: {
      const int column = base::at(run.settings[event.index].columns, event.port);
      span.name = fmt::format("to port {}", column);
      span.arguments.add("destination", column);
      break;
    }
    case EventKind::guard:
      span.name = "guard";
      span.arguments.add("setting", event.index);
      break;
    case EventKind::setting:
      name_setting(run.settings[event.index], event.index, with_columns, span);
      break;
  }
  return span;
}

}  // namespace

Timeline fabric_timeline(const FabricRun& run, std::size_t most) {
  const TimelineEvents events = timeline_events(run, most);
  const bool with_columns = tells_columns(run);
  Timeline timeline;
  timeline.by_number = true;
  timeline.times_twice = true;
  timeline.note = left_out(events, with_columns);
  timeline.facts.add("fabric", run.fabric)
      .add("traffic", run.traffic)
      .add("completion_ps", run.completion.count())
      .add("left_out", timeline.note);
  add_lanes(timeline, events.tracks);
  timeline.spans.reserve(events.events.size());
  for (const TimelineEvent& event : events.events) {
    timeline.spans.push_back(span_of(run, event, with_columns));
  }
  return timeline;
}

}  // namespace jacquard::report
