// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/perfetto.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "jacquard/base/at.hpp"
#include "jacquard/interop/trace_events.hpp"
#include "jacquard/report/fabric/timeline_events.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::report {
namespace {

constexpr std::array<const char*, kTrackGroups> kGroupNames = {"NPUs",      "flows",     "ports",
                                                               "crossbars", "scheduler", "other"};

int process_of(TrackGroup group) { return static_cast<int>(group) + 1; }

// Quoted; bytes that are no UTF-8 become U+FFFD.
std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// The nanosecond at which Perfetto places what is written as microseconds(ps).
std::int64_t perfetto_ns(std::int64_t ps) {
  return std::llround(static_cast<double>(ps) / 1e6 * 1000.0);
}

// The longest duration up to the exact one whose end Perfetto does not place after the true end.
std::int64_t shown_duration(const TimelineEvent& event) {
  const std::int64_t exact = event.to_ps - event.from_ps;
  if (perfetto_ns(event.from_ps) + perfetto_ns(exact) <= perfetto_ns(event.to_ps)) return exact;
  return exact - (exact + 500) % 1000 - 1;
}

class Writer {
 public:
  explicit Writer(const FabricRun& run)
      : run_(run), timeline_(timeline_events(run, kMostTimelineEvents)) {
    std::size_t columns = 0;
    for (const SettingRecord& s : run.settings) columns += s.columns.size();
    with_columns_ = columns <= kMostColumns;
  }

  std::string take() {
    const std::string note = left_out();
    events_ = interop::TraceEvents(fmt::format(
        "{{\"fabric\":{},\"traffic\":{},\"completion_ps\":{},\"left_out\":{}}}",
        json_text(run_.fabric), json_text(run_.traffic), run_.completion.count(), json_text(note)));
    events_.reserve(1024 + timeline_.tracks.size() * 160 + timeline_.events.size() * 192);
    names();
    if (!note.empty()) {
      events_.begin();
      events_.add("{{\"ph\":\"i\",\"s\":\"g\",\"pid\":0,\"tid\":0,\"ts\":0,\"name\":{}}}",
                  json_text(note));
    }
    for (const TimelineEvent& event : timeline_.events) write(event);
    return events_.take();
  }

 private:
  std::string left_out() const {
    std::string note;
    const auto add = [&](const std::string& what) { note += (note.empty() ? "" : "; ") + what; };
    if (timeline_.left_out > 0) {
      add(fmt::format("only the {} longest events are shown, {} shorter ones are left out",
                      grouped(static_cast<std::int64_t>(timeline_.events.size())),
                      grouped(static_cast<std::int64_t>(timeline_.left_out))));
    }
    if (timeline_.connections_left_out) add("too many settings to show what each port connects to");
    if (!with_columns_) add("too many settings to give their columns");
    return note;
  }

  void names() {
    for (std::size_t t = 0; t < timeline_.tracks.size(); ++t) {
      const Track& track = timeline_.tracks[t];
      const int process = process_of(track.group);
      if (t == 0 || track.group != timeline_.tracks[t - 1].group) {
        const char* name = base::at(kGroupNames, track.group);
        events_.metadata("process_name", process, 0, "\"name\":" + json_text(name));
        events_.metadata("process_sort_index", process, 0,
                         fmt::format("\"sort_index\":{}", process));
      }
      const int thread = static_cast<int>(t) + 1;
      const std::string lane = track.lane == 0 ? "" : fmt::format(" ({})", track.lane + 1);
      events_.metadata("thread_name", process, thread, "\"name\":" + json_text(track.name + lane));
      events_.metadata("thread_sort_index", process, thread,
                       fmt::format("\"sort_index\":{}", thread));
    }
  }

  void write(const TimelineEvent& event) {
    const TrackGroup group = base::at(timeline_.tracks, event.track).group;
    events_.begin_interval(process_of(group), event.track + 1,
                           interop::exact_microseconds(event.from_ps),
                           interop::exact_microseconds(shown_duration(event)));
    what(event);
    events_.add(",\"from_ps\":{},\"to_ps\":{}}}}}", event.from_ps, event.to_ps);
  }

  // The name, and the first of the args.
  void what(const TimelineEvent& event) {
    switch (event.kind) {
      case EventKind::activity: {
        const ActivityRecord& a = run_.activities[event.index];
        events_.add("\"name\":{},\"args\":{{\"track\":{}", json_text(a.name), json_text(a.track));
        break;
      }
      case EventKind::flow: {
        const FlowRecord& f = run_.flows[event.index];
        events_.add(
            "\"name\":\"to npu {}\",\"args\":{{\"source\":{},\"destination\":{},\"bytes\":{}",
            f.destination, f.source, f.destination, f.size.count());
        break;
      }
      case EventKind::connection: {
        const auto row = static_cast<std::size_t>(event.port);
        events_.add("\"name\":\"to port {0}\",\"args\":{{\"destination\":{0}",
                    run_.settings[event.index].columns[row]);
        break;
      }
      case EventKind::guard:
        events_.add("\"name\":\"guard\",\"args\":{{\"setting\":{}", event.index);
        break;
      case EventKind::setting:
        setting(event.index);
        break;
    }
  }

  void setting(std::size_t index) {
    const schedule::Matching& columns = run_.settings[index].columns;
    events_.add("\"name\":\"setting {0}\",\"args\":{{\"setting\":{0},\"pairs\":{1}", index,
                static_cast<std::ptrdiff_t>(columns.size()) -
                    std::count(columns.begin(), columns.end(), schedule::kUnmatched));
    if (with_columns_) events_.add(",\"columns\":[{}]", fmt::join(columns, ","));
  }

  const FabricRun& run_;
  TimelineEvents timeline_;
  bool with_columns_ = true;
  interop::TraceEvents events_;
};

}  // namespace

std::string perfetto_json(const FabricRun& run) { return Writer(run).take(); }

}  // namespace jacquard::report
