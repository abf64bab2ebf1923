// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/timeline_events.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/report/timeline/free_lanes.hpp"

namespace jacquard::report {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// The number that begins at `at`, without leading zeros, as its digits; `at` moves behind it.
std::string_view number_at(const std::string& text, std::size_t& at) {
  while (at + 1 < text.size() && text[at] == '0' && is_digit(text[at + 1])) ++at;
  const std::size_t first = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return std::string_view(text).substr(first, at - first);
}

// "npu 2" before "npu 10": numbers go by their size.
struct NaturalLess {
  bool operator()(const std::pair<TrackGroup, std::string>& a,
                  const std::pair<TrackGroup, std::string>& b) const {
    if (a.first != b.first) return a.first < b.first;
    const std::string &x = a.second, &y = b.second;
    std::size_t i = 0, j = 0;
    while (i < x.size() && j < y.size()) {
      if (is_digit(x[i]) && is_digit(y[j])) {
        const std::string_view m = number_at(x, i), n = number_at(y, j);
        if (m != n) return std::make_pair(m.size(), m) < std::make_pair(n.size(), n);
      } else if (x[i] != y[j]) {
        return x[i] < y[j];
      } else {
        ++i, ++j;
      }
    }
    if ((i == x.size()) != (j == y.size())) return i == x.size();
    return x < y;  // they differ in leading zeros at most
  }
};

bool begins_with(const std::string& text, const char* word) { return text.rfind(word, 0) == 0; }

std::string crossbar_track(const std::string& crossbar) {
  return crossbar.empty() ? "crossbar" : crossbar;
}

std::string port_track(const std::string& crossbar, int port) {
  return (crossbar.empty() ? "port " : crossbar + " port ") + std::to_string(port);
}

class Collector {
 public:
  explicit Collector(const FabricRun& run) : run_(run) {
    for (const SettingRecord& s : run.settings) crossbar_tracks_.insert(crossbar_track(s.crossbar));
    for (std::size_t i = 0; i < run.activities.size(); ++i) {
      const ActivityRecord& a = run.activities[i];
      add(track(group_of(a.track), a.track), EventKind::activity, i, a.from, a.to);
    }
    for (std::size_t i = 0; i < run.flows.size(); ++i) {
      const FlowRecord& f = run.flows[i];
      add(track(TrackGroup::flows, "from npu " + std::to_string(f.source)), EventKind::flow, i,
          f.start, f.finish);
    }
    std::size_t connections = 0;
    for (std::size_t i = 0; i < run.settings.size(); ++i) {
      const SettingRecord& s = run.settings[i];
      const int crossbar = track(TrackGroup::crossbars, crossbar_track(s.crossbar));
      if (s.from > s.guard_from) add(crossbar, EventKind::guard, i, s.guard_from, s.from);
      add(crossbar, EventKind::setting, i, s.from, s.to);
      connections += s.columns.size();
    }
    connections_left_out_ = connections > kMostConnections;
    if (!connections_left_out_) connect_ports();
  }

  TimelineEvents take(std::size_t most) {
    TimelineEvents taken;
    taken.connections_left_out = connections_left_out_;
    if (events_.size() > most) {
      taken.left_out = events_.size() - most;
      const auto longer = [](const TimelineEvent& a, const TimelineEvent& b) {
        return std::make_tuple(b.to_ps - b.from_ps, a.from_ps, a.track, a.kind, a.index, a.port) <
               std::make_tuple(a.to_ps - a.from_ps, b.from_ps, b.track, b.kind, b.index, b.port);
      };
      std::nth_element(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(most),
                       events_.end(), longer);
      events_.resize(most);
    }
    std::sort(events_.begin(), events_.end(), [](const TimelineEvent& a, const TimelineEvent& b) {
      return std::make_tuple(a.from_ps, a.to_ps, a.track, a.kind, a.index, a.port) <
             std::make_tuple(b.from_ps, b.to_ps, b.track, b.kind, b.index, b.port);
    });
    spread_over_lanes(taken);
    taken.events = std::move(events_);
    return taken;
  }

 private:
  TrackGroup group_of(const std::string& track) const {
    if (begins_with(track, "npu")) return TrackGroup::npus;
    if (begins_with(track, "rate of ")) return TrackGroup::flows;
    if (begins_with(track, "port")) return TrackGroup::ports;
    if (track == "scheduler" || track == "control") return TrackGroup::scheduler;
    return crossbar_tracks_.count(track) > 0 ? TrackGroup::crossbars : TrackGroup::other;
  }

  int track(TrackGroup group, const std::string& name) {
    return numbers_.emplace(std::make_pair(group, name), static_cast<int>(numbers_.size()))
        .first->second;
  }

  void add(int track, EventKind kind, std::size_t index, base::Picoseconds from,
           base::Picoseconds to, int port = 0) {
    JQ_CHECK(from <= to, "what a fabric did ends no sooner than it began");
    events_.push_back(
        {from.count(), to.count(), static_cast<std::uint32_t>(index), port, track, kind});
  }

  // Consecutive settings with no time between them that leave a port as it was are one connection.
  void connect_ports() {
    struct Port {
      int track = -1;
      int column = schedule::kUnmatched;
      std::size_t event = 0;
    };
    std::map<std::string, std::vector<Port>> crossbars;
    for (std::size_t i = 0; i < run_.settings.size(); ++i) {
      const SettingRecord& s = run_.settings[i];
      std::vector<Port>& ports = crossbars[s.crossbar];
      if (ports.size() < s.columns.size()) ports.resize(s.columns.size());
      for (std::size_t row = 0; row < s.columns.size(); ++row) {
        const int column = s.columns[row];
        if (column == schedule::kUnmatched) continue;
        Port& port = ports[row];
        if (port.column == column && events_[port.event].to_ps == s.from.count()) {
          events_[port.event].to_ps = s.to.count();
          continue;
        }
        const int number = static_cast<int>(row);
        if (port.track < 0) {
          port.track = track(TrackGroup::ports, port_track(s.crossbar, number));
        }
        port.column = column;
        port.event = events_.size();
        add(port.track, EventKind::connection, i, s.from, s.to, number);
      }
    }
  }

  // Viewers drop an interval that crosses another's end on one track, so what overlaps gets a lane.
  void spread_over_lanes(TimelineEvents& taken) {
    std::vector<FreeLanes> lanes(numbers_.size());
    std::vector<int> lane_of;
    for (const TimelineEvent& event : events_) {
      lane_of.push_back(base::at(lanes, event.track).take(event.from_ps, event.to_ps));
    }
    std::vector<int> first(numbers_.size());
    for (const auto& [key, number] : numbers_) {  // in the order of the tracks
      base::at(first, number) = static_cast<int>(taken.tracks.size());
      for (int lane = 0; lane < base::at(lanes, number).count(); ++lane) {
        taken.tracks.push_back({key.first, key.second, lane});
      }
    }
    for (std::size_t e = 0; e < events_.size(); ++e) {
      events_[e].track = base::at(first, events_[e].track) + lane_of[e];
    }
  }

  const FabricRun& run_;
  std::set<std::string> crossbar_tracks_;
  bool connections_left_out_ = false;
  std::vector<TimelineEvent> events_;
  std::map<std::pair<TrackGroup, std::string>, int, NaturalLess> numbers_;
};

}  // namespace

TimelineEvents timeline_events(const FabricRun& run, std::size_t most) {
  return Collector(run).take(most);
}

}  // namespace jacquard::report
